/** Leads and contacts. */
import type { Row } from '../call.ts';
import type { State } from '../state.ts';
import type { Ago } from './seed.ts';
import { address } from './team.ts';

type Lead = Row<'Lead'>;
type LeadSeed = [
  name: string,
  quality: Lead['quality'],
  status: Lead['status'],
  source: Lead['source'],
  stage: number,
  interest: string,
  value: number | null,
  service: string | null,
  user: string | null,
  days: number,
];

const LEADS: LeadSeed[] = [
  [
    'Ana López Serrano',
    'hot',
    'contacted',
    'whatsapp',
    2,
    'Bono de 5 sesiones de fisioterapia',
    180,
    'service_01',
    'user_01',
    2,
  ],
  [
    'Javier Ortega Ruano',
    'hot',
    'qualified',
    'web',
    3,
    'Dolor lumbar desde hace un mes',
    110,
    'service_02',
    'user_03',
    6,
  ],
  [
    'Beatriz Núñez Calvo',
    'warm',
    'contacted',
    'instagram',
    2,
    'Tratamiento facial antes de una boda',
    240,
    'service_03',
    'user_04',
    4,
  ],
  ['Sergio Vidal Campos', 'warm', 'new', 'phone', 1, 'Descarga muscular después de maratón', 45, 'service_01', null, 1],
  [
    'Club Deportivo Ejemplo',
    'warm',
    'qualified',
    'referral',
    7,
    'Convenio para 20 jugadores',
    3600,
    null,
    'user_01',
    20,
  ],
  ['Rocío Blanco Peña', 'cold', 'new', 'instagram', 1, 'Precio de la depilación', 18, 'service_06', null, 3],
  [
    'Tomás Iglesias Lara',
    'cold',
    'contacted',
    'walk_in',
    2,
    'Preguntó por masajes para regalar',
    40,
    'service_04',
    'user_05',
    9,
  ],
  [
    'Laura Méndez Ibarra',
    'hot',
    'qualified',
    'referral',
    4,
    'Suelo pélvico tras el parto',
    200,
    'service_05',
    'user_02',
    5,
  ],
  ['Andrés Pardo Cuesta', 'warm', 'lost', 'web', 2, 'Osteopatía', 55, 'service_02', 'user_03', 30],
  ['Natalia Rivas Prado', 'hot', 'won', 'whatsapp', 5, 'Bono de masajes', 200, 'service_04', 'user_02', 40],
  ['Óscar Gallego Nieto', 'cold', 'lost', 'phone', 1, 'Presoterapia', null, null, null, 55],
  ['Miriam Sáez Olmo', 'warm', 'new', 'other', 1, 'Vino por un folleto', null, null, 'user_05', 0],
];

type ContactSeed = [
  name: string,
  town: [postalCode: string, city: string, province: string, street: string] | null,
  tags: string[],
  consent: boolean,
  channel: Row<'Contact'>['preferredChannel'],
  birthday: string | null,
  days: number,
];
const TOLEDO = (street: string): ContactSeed[1] => ['45001', 'Toledo', 'Toledo', street];

const CONTACTS: ContactSeed[] = [
  ['Carmen Ruiz Molina', TOLEDO('Calle Mayor, 12'), ['tag_01', 'tag_02'], true, 'whatsapp', '1975-06-02', 300],
  ['Jorge Peña Salas', TOLEDO('Calle del Ángel, 4'), ['tag_03'], true, 'whatsapp', '1991-11-17', 280],
  [
    'Elvira Campos Rojo',
    ['45600', 'Talavera de la Reina', 'Toledo', 'Calle Prado, 9'],
    [],
    false,
    'email',
    '1968-02-29',
    250,
  ],
  ['Natalia Rivas Prado', TOLEDO('Paseo de la Vega, 21'), ['tag_02'], true, 'whatsapp', null, 35],
  [
    'Fernando Crespo Vera',
    ['45200', 'Illescas', 'Toledo', 'Calle Real, 30'],
    ['tag_05'],
    false,
    'email',
    '1959-09-08',
    200,
  ],
  [
    'Aitana Lozano Bravo',
    ['28300', 'Aranjuez', 'Madrid', 'Calle Capitán, 7'],
    ['tag_04'],
    true,
    'sms',
    '1994-01-25',
    120,
  ],
  ['Manuel Ruiz Ortega', TOLEDO('Callejón del Sol, 2'), [], false, null, '1947-12-01', 180],
  ['Silvia Marín Duque', null, ['tag_01'], true, 'email', null, 90],
  [
    'Hugo Esteban Rico',
    ['45500', 'Torrijos', 'Toledo', 'Plaza de España, 1'],
    ['tag_03', 'tag_02'],
    true,
    'whatsapp',
    '2001-07-14',
    60,
  ],
  ['Victoria Lago Pinto', TOLEDO('Ronda de Buenavista, 40'), [], false, null, '1983-03-03', 15],
];

export function seedPeople(state: State, ago: Ago): void {
  for (const [
    i,
    [name, quality, status, source, stage, interest, estimatedValue, serviceId, assignedTo, days],
  ] of LEADS.entries()) {
    state.leads.add((id) => ({
      id,
      customerName: name,
      phone: `+345550100${String(i + 1).padStart(2, '0')}`,
      email: i % 3 === 2 ? null : `${address(name)}@example.com`,
      quality,
      status,
      source,
      interest,
      estimatedValue,
      serviceId,
      assignedTo,
      stageId: `stage_0${stage}`,
      pipelineId: stage > 5 ? 'pipeline_02' : 'pipeline_01',
      tagIds: i === 0 ? ['tag_05'] : [],
      customFields: source === 'referral' ? { how_found_us: 'Recomendación' } : {},
      lostReason: status === 'lost' ? 'Le quedaba lejos' : null,
      contactId: status === 'won' ? 'contact_04' : null,
      lastContactAt: status === 'new' ? null : ago(days / 2),
      createdAt: ago(days, 1),
      updatedAt: ago(days / 2),
    }));
  }
  for (const [i, [name, town, tagIds, marketingConsent, preferredChannel, birthday, days]] of CONTACTS.entries()) {
    const [postalCode = '', city = '', province = '', street = ''] = town ?? [];
    state.contacts.add((id) => ({
      id,
      name,
      phone: `+345550100${i + 21}`,
      email: i === 6 ? null : `${address(name)}@example.com`,
      birthday,
      address: town ? { street, postalCode, city, province } : null,
      language: 'es',
      preferredChannel,
      marketingConsent,
      tagIds,
      customFields: tagIds.includes('tag_02') ? { sessions_left: 3 } : {},
      leadId: id === 'contact_04' ? 'lead_10' : null,
      createdAt: ago(days, 2),
      updatedAt: ago(days / 2),
    }));
  }
}
