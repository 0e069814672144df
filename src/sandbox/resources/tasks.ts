/** Tasks: what is to be done. */
import type { Operations, Row } from '../call.ts';
import { Problem } from '../problem.ts';
import { checkReferences } from '../references.ts';

type Ids = 'listTasks' | 'createTask' | 'getTask' | 'updateTask' | 'completeTask';

export const tasks: Operations<Ids> = {
  listTasks(call) {
    const { status, priority, assignedTo, leadId, contactId, due } = call.query ?? {};
    const rows = call.state.tasks.all().filter((task) => {
      const at = task.dueAt === null ? undefined : Date.parse(task.dueAt);
      return (
        (!status || task.status === status) &&
        (!priority || priority.includes(task.priority)) &&
        (!assignedTo || task.assignedTo === assignedTo) &&
        (!leadId || task.leadId === leadId) &&
        (!contactId || task.contactId === contactId) &&
        (!due?.from || (at !== undefined && at >= Date.parse(due.from))) &&
        (!due?.to || (at !== undefined && at <= Date.parse(due.to)))
      );
    });
    return { body: call.page(rows.sort(byUrgency)) };
  },

  createTask({ state, body }) {
    checkReferences(state, body);
    const row = state.tasks.add((id) => ({
      description: null,
      dueAt: null,
      assignedTo: null,
      leadId: null,
      contactId: null,
      ...body,
      id,
      status: 'open',
      outcome: null,
      completedAt: null,
      createdAt: state.stamp(),
      updatedAt: state.stamp(),
    }));
    return { body: row, location: `/public/v1/tasks/${row.id}` };
  },

  getTask: ({ state, path }) => ({ body: state.tasks.get(path.taskId) }),

  updateTask({ state, path, body }) {
    const row = state.tasks.get(path.taskId);
    checkReferences(state, body);
    const status = body.status ?? row.status;
    const closed = { completedAt: row.completedAt ?? state.stamp() };
    Object.assign(row, body, status === 'done' ? closed : { completedAt: null, outcome: null }, {
      updatedAt: state.stamp(),
    });
    return { body: row };
  },

  completeTask({ state, path, body }) {
    const row = state.tasks.get(path.taskId);
    if (row.status === 'done') throw new Problem('conflict', 'The task is done already.');
    Object.assign(row, {
      status: 'done',
      outcome: body.outcome ?? null,
      completedAt: state.stamp(),
      updatedAt: state.stamp(),
    });
    return { body: row };
  },
};

const WEIGHT = { high: 0, normal: 1, low: 2 } as const;

/** Open ones first, then by what is due, then by priority. */
function byUrgency(a: Row<'Task'>, b: Row<'Task'>): number {
  const due = (task: Row<'Task'>) => (task.dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(task.dueAt));
  return (
    Number(a.status === 'done') - Number(b.status === 'done') ||
    due(a) - due(b) ||
    WEIGHT[a.priority] - WEIGHT[b.priority]
  );
}
