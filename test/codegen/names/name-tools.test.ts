import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DescriptionError } from '../../../src/codegen/description-error.ts';
import { type NamedOperation, nameTools } from '../../../src/codegen/names/name-tools.ts';

const LEGAL = /^[a-zA-Z0-9_-]{1,64}$/;
const one = (method: string, path: string, operationId?: string, summary?: string) =>
  nameTools([{ method, path, operationId, summary }], 'nuntius').get(`${method} ${path}`);
const lowered = (names: Map<string, string>) => new Set([...names.values()].map((n) => n.toLowerCase()));

describe('nameTools', () => {
  it.each<[string, string, string | undefined, string]>([
    ['POST', '/public/v1/leads', 'createLead', 'nuntius_leads_create'],
    ['GET', '/public/v1/leads', 'listLeads', 'nuntius_leads_list'],
    ['GET', '/public/v1/leads/{id}', 'getLead', 'nuntius_leads_get'],
    ['PATCH', '/public/v1/leads/{id}', 'updateLead', 'nuntius_leads_update'],
    ['PUT', '/public/v1/leads/{id}', 'replaceLead', 'nuntius_leads_replace'],
    ['GET', '/leads/{id}/notes', undefined, 'nuntius_leads_notes_list'],
    ['GET', '/leads/{id}/notes', 'listNotes', 'nuntius_leads_notes_list'],
    ['POST', '/leads/search', 'searchLeads', 'nuntius_leads_search'],
    ['POST', '/leads/{id}/assign', 'assignLead', 'nuntius_leads_assign'],
    ['POST', '/leads/{id}/convert', 'convertLead', 'nuntius_leads_convert'],
    ['POST', '/leads/merge', 'mergeLeads', 'nuntius_leads_merge'],
    ['POST', '/appointments/{id}/reschedule', 'rescheduleAppointment', 'nuntius_appointments_reschedule'],
    ['POST', '/appointments/{id}/confirm', undefined, 'nuntius_appointments_confirm'],
    ['POST', '/conversations/{id}/messages', 'sendMessage', 'nuntius_conversations_messages_send'],
    ['POST', '/leads/bulk', 'bulkCreateLeads', 'nuntius_leads_bulk_create'],
    ['GET', '/leads/export', undefined, 'nuntius_leads_export'],
    ['POST', '/users/{id}:undelete', undefined, 'nuntius_users_undelete'],
    ['QUERY', '/leads', undefined, 'nuntius_leads_query'],
    ['HEAD', '/leads/{id}', undefined, 'nuntius_leads_head'],
  ])('%s %s (%s) is %s', (method, path, id, name) => expect(one(method, path, id)).toBe(name));

  it.each<[string, string, string, string, string | undefined, string]>([
    ['a slash', 'POST', '/labels', 'actions/add-label', undefined, 'nuntius_actions_add_label'],
    [
      'dots',
      'GET',
      '/users/{id}/messages',
      'gmail.users.messages.list',
      undefined,
      'nuntius_gmail_users_messages_list',
    ],
    ['a procedure', 'POST', '/chat.postMessage', 'chat_postMessage', undefined, 'nuntius_chat_post_message'],
    ['a controller', 'GET', '/leads', 'LeadsController_findAll', undefined, 'nuntius_leads_list'],
    ['a controller, one', 'GET', '/leads/{id}', 'LeadsController_findOne', undefined, 'nuntius_leads_get'],
    ['Rails', 'GET', '/leads', 'Api::V1::LeadsController#index', undefined, 'nuntius_leads_list'],
    ['FastAPI', 'GET', '/items/{item_id}', 'read_items_items__item_id__get', undefined, 'nuntius_items_get'],
    [
      'FastAPI behind a mount',
      'POST',
      '/api/v1/items/',
      'create_item_api_v1_items__post',
      undefined,
      'nuntius_items_create',
    ],
    ['springfox', 'POST', '/users', 'createUserUsingPOST_1', undefined, 'nuntius_users_create'],
    [
      'kubernetes',
      'GET',
      '/api/v1/namespaces/{namespace}/pods/{name}',
      'readCoreV1NamespacedPod',
      undefined,
      'nuntius_namespaces_pods_get',
    ],
    [
      'a group and a verb',
      'POST',
      '/subscriptions/{s}/providers/Microsoft.Compute/virtualMachines/{vm}/restart',
      'VirtualMachines_Restart',
      undefined,
      'nuntius_virtual_machines_restart',
    ],
    ['a stutter', 'GET', '/users', 'users.user.ListUser', undefined, 'nuntius_users_list'],
    [
      'made from the path',
      'POST',
      '/v1/customers/{customer}',
      'PostCustomersCustomer',
      'Update a customer',
      'nuntius_customers_update',
    ],
    ['the verb last', 'POST', '/users', 'userCreate', undefined, 'nuntius_users_create'],
    ['an acronym', 'GET', '/api-keys', 'listAPIKeys', undefined, 'nuntius_api_keys_list'],
    [
      'a target in the fragment',
      'POST',
      '/#X-Amz-Target=DynamoDB_20120810.BatchGetItem',
      'BatchGetItem',
      undefined,
      'nuntius_batch_get_item',
    ],
    ['a path that names nothing', 'POST', '/', 'BatchGetItem', undefined, 'nuntius_item_batch_get'],
    ['Spanish', 'GET', '/clientes', 'obtenerClientes', undefined, 'nuntius_clientes_list'],
    ['accents', 'POST', '/opérations', 'créerOpération', undefined, 'nuntius_operations_create'],
    ['a number in front', 'POST', '/2/files/list_folder', 'files_list_folder', undefined, 'nuntius_files_list_folder'],
    [
      'a date in front',
      'GET',
      '/2010-04-01/Accounts/{Sid}/Messages.json',
      'ListMessage',
      undefined,
      'nuntius_accounts_messages_list',
    ],
    ['path and braces as id', 'GET', '/users', 'get_/users/{id}_abc', undefined, 'nuntius_users_list'],
    ['a climbing path as id', 'GET', '/o', '../../../escaped-op', undefined, 'nuntius_escaped_op_get'],
  ])('reads %s', (_, method, path, id, summary, name) => expect(one(method, path, id, summary)).toBe(name));

  it('falls back on method and path for other scripts, each with its own hash', () => {
    const names = nameTools(
      [
        { method: 'GET', path: '/客户/{id}', operationId: '获取客户' },
        { method: 'GET', path: '/订单/{id}', operationId: '获取订单' },
      ],
      'n',
    );
    for (const name of names.values()) expect(name).toMatch(/^n_get_by_id_[a-z0-9]{6}$/);
    expect(lowered(names).size).toBe(2);
  });

  describe('tells apart by meaning', () => {
    it.each<[string, NamedOperation[], string[]]>([
      [
        'what the id adds',
        [
          { method: 'POST', path: '/payments/cancel', operationId: 'CancelPaymentByIdempotencyKey' },
          { method: 'POST', path: '/payments/{payment_id}/cancel', operationId: 'CancelPayment' },
        ],
        ['n_payments_cancel_by_idempotency_key', 'n_payments_cancel'],
      ],
      [
        'one and many',
        [
          { method: 'PATCH', path: '/tasks', operationId: 'updateTasks' },
          { method: 'PUT', path: '/tasks/{id}', operationId: 'updateTask' },
        ],
        ['n_tasks_update_many', 'n_tasks_update'],
      ],
      [
        'the parent',
        [
          { method: 'GET', path: '/a', operationId: 'foo/list' },
          { method: 'GET', path: '/b', operationId: 'foo.list' },
          { method: 'GET', path: '/c', operationId: 'foo_list' },
        ],
        ['n_foo_list_a', 'n_foo_list_b', 'n_foo_list_c'],
      ],
      [
        'the version',
        [
          { method: 'GET', path: '/v1/orders' },
          { method: 'GET', path: '/v2/orders' },
        ],
        ['n_orders_list_v1', 'n_orders_list_v2'],
      ],
      [
        'the parameter',
        [
          { method: 'POST', path: '/files/content', summary: 'Upload file' },
          { method: 'POST', path: '/files/{file_id}/content', summary: 'Upload file' },
        ],
        ['n_files_content_upload', 'n_files_content_upload_by_file_id'],
      ],
      [
        'the method',
        [
          { method: 'GET', path: '/pods/{name}/proxy', operationId: 'connect' },
          { method: 'PUT', path: '/pods/{name}/proxy', operationId: 'connect' },
        ],
        ['n_pods_proxy_connect_get', 'n_pods_proxy_connect_put'],
      ],
      [
        'letter case alone',
        [
          { method: 'GET', path: '/a', operationId: 'getUser' },
          { method: 'GET', path: '/b', operationId: 'GetUser' },
        ],
        ['n_user_get_a', 'n_user_get_b'],
      ],
    ])('%s', (_, operations, wanted) =>
      expect([...operations.map((o) => nameTools(operations, 'n').get(`${o.method} ${o.path}`))]).toEqual(wanted),
    );
  });

  it('needs no operationId to be unique: 237 times the same', () => {
    const operations = Array.from({ length: 237 }, (_, i) => ({
      method: 'GET',
      path: `/things${i}/{id}/parts`,
      operationId: 'get',
    }));
    expect(lowered(nameTools(operations, 'n')).size).toBe(237);
    const same = Array.from({ length: 237 }, (_, i) => ({
      method: 'GET',
      path: `/{a${i}}/${'{b}/'.repeat(i)}`,
      operationId: 'listThings',
    }));
    expect(lowered(nameTools(same, 'n')).size).toBe(237);
  });

  it('cuts at words, with a hash that stays', () => {
    const id = (end: string) => `synchronise_external_inventory_records_and_all_their_selected_warehouse_groups_${end}`;
    const operations = ['alpha', 'beta'].map((end) => ({
      method: 'POST',
      path: `/${end}`,
      operationId: `stock/${id(end)}`,
    }));
    const names = [...nameTools(operations, 'nuntius').values()];
    for (const name of names)
      expect(name).toMatch(/^nuntius_stock_synchronise_external_inventory_records_and_[a-z0-9]{6}$/);
    expect(new Set(names).size).toBe(2);
    const long = one('GET', `/${'organizations/{id}/departments/{d}/'.repeat(9)}members`);
    expect(long).toMatch(/^nuntius_organizations[a-z_]*_list_[a-z0-9]{6}$/);
    expect(long?.length).toBeLessThanOrEqual(64);
    expect(one('GET', `/${'x'.repeat(300)}`)).toMatch(LEGAL);
  });

  describe('with names from the overlay', () => {
    const at = (path: string, name: string): NamedOperation => ({
      method: 'POST',
      path,
      operationId: 'createLead',
      name,
    });

    it('uses them as they are, the prefix added', () => {
      expect([...nameTools([at('/a', 'lead_new'), at('/b', 'n_Lead-2')], 'n').values()].sort()).toEqual([
        'n_Lead-2',
        'n_lead_new',
      ]);
    });
    it('lets the others give way', () => {
      const names = nameTools(
        [at('/x', 'leads_create'), { method: 'POST', path: '/leads', operationId: 'createLead' }],
        'n',
      );
      expect(names.get('POST /x')).toBe('n_leads_create');
      expect(names.get('POST /leads')).toMatch(/^n_leads_create_[a-z0-9]{6}$/);
    });
    it('refuses two that are the same, also but for case', () => {
      expect(() => nameTools([at('/a', 'lead'), at('/b', 'n_LEAD')], 'n')).toThrow(
        /gives the name "n_LEAD" to both POST \/a and POST \/b/,
      );
      expect(() => nameTools([at('/a', 'lead'), at('/b', 'lead')], 'n')).toThrow(DescriptionError);
    });
    it.each(['', ' ', 'a b', 'é', 'x'.repeat(65), 'a/b', '\0'])('refuses %j', (name) => {
      expect(() => nameTools([at('/a', name === '' ? ' ' : name)], 'n')).toThrow(/is no tool name/);
    });
  });

  it('does not rename an operation when others come or go', () => {
    const own = { method: 'POST', path: '/leads', operationId: 'createLead' };
    const others = ['tasks', 'notes', 'leads/{id}', 'leads/{id}/notes', 'leads/search'].map((p) => ({
      method: 'POST',
      path: `/${p}`,
    }));
    for (let n = 0; n <= others.length; n++)
      expect(nameTools([...others.slice(0, n), own], 'n').get('POST /leads')).toBe('n_leads_create');
  });

  const hostile = [
    '',
    ' ',
    '\0',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '/',
    '{',
    '}',
    '{}',
    '//',
    '%',
    '%zz',
    '\u202e',
    '🗑️',
    '客户',
    '_',
    '-',
    '.',
    '..',
    'a'.repeat(100_000),
    '/'.repeat(50_000),
    '{'.repeat(20_000),
    'aA'.repeat(20_000),
    'a/b.c:d#e?f=g&h',
    "'; drop table",
    '`$' + '{x}`',
    '*/',
    'get',
    'api',
    'v1',
    'Controller_',
    '0',
    '٣',
  ];

  it('makes a legal name of anything', () => {
    for (const text of hostile) {
      for (const other of ['', 'createLead', text]) {
        expect(one('GET', text, other, text)).toMatch(LEGAL);
        expect(one('POST', `/${text}`, other, other)).toMatch(LEGAL);
        expect(one('POST', `/x/{${text}}/y`, text)).toMatch(LEGAL);
      }
    }
  });

  it('is legal, unique, and independent of the order of the file', () => {
    const word = fc.constantFrom(
      'leads',
      'lead',
      '{id}',
      'v1',
      'v2',
      'api',
      'search',
      'a',
      'ab',
      'Notes',
      'bulk-create',
      'é',
      '客',
      'export',
      'x'.repeat(40),
      'list',
      '__proto__',
    );
    const id = fc.option(
      fc.oneof(
        fc.constantFrom(
          'list',
          'getLead',
          'GetLead',
          'get_lead',
          'leads.list',
          'leads/list',
          'LeadsController_findAll',
          'x'.repeat(70),
          '',
        ),
        fc.string(),
      ),
      { nil: undefined },
    );
    const operation = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'QUERY'),
      path: fc.array(word, { maxLength: 5 }).map((ws) => `/${ws.join('/')}`),
      operationId: id,
    });
    const operations = fc.uniqueArray(operation, { selector: (o) => `${o.method} ${o.path}`, maxLength: 40 });
    fc.assert(
      fc.property(operations, fc.constantFrom('n', 'nuntius', 'a'.repeat(30)), (some, prefix) => {
        const names = nameTools(some, prefix);
        expect(names.size).toBe(some.length);
        expect(lowered(names).size).toBe(some.length);
        for (const name of names.values()) expect(LEGAL.test(name) && name.startsWith(`${prefix}_`)).toBe(true);
        const turned = nameTools([...some].reverse(), prefix);
        for (const [key, name] of names) expect(turned.get(key)).toBe(name);
      }),
      { numRuns: 500 },
    );
  });
});
