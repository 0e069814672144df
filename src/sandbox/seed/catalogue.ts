/** Services, tags, custom fields, pipelines. */
import type { State } from '../state.ts';
import type { Ago } from './seed.ts';

const SERVICES: [
  name: string,
  category: string,
  minutes: number,
  price: number,
  users: string[],
  active: boolean,
  description: string,
][] = [
  ['Fisioterapia general', 'Fisioterapia', 60, 45, ['user_02', 'user_03'], true, 'Sesión individual de fisioterapia.'],
  ['Osteopatía', 'Fisioterapia', 60, 55, ['user_03'], true, 'Tratamiento manual de espalda y articulaciones.'],
  ['Tratamiento facial hidratante', 'Estética', 75, 60, ['user_04'], true, 'Limpieza, exfoliación e hidratación.'],
  ['Masaje relajante', 'Bienestar', 50, 40, ['user_02', 'user_04'], true, 'Masaje de cuerpo entero.'],
  ['Suelo pélvico', 'Fisioterapia', 60, 50, ['user_02'], true, 'Valoración y tratamiento.'],
  ['Depilación con cera', 'Estética', 30, 18, ['user_04'], true, 'Medias piernas o brazos.'],
  ['Presoterapia', 'Estética', 40, 25, ['user_04'], false, 'Ya no se ofrece.'],
];

const TAGS: [name: string, color: string | null][] = [
  ['VIP', '#f59f00'],
  ['Bono activo', '#2f9e44'],
  ['Deportista', '#1971c2'],
  ['Embarazo', '#e64980'],
  ['Llamar por la tarde', null],
];

const STAGES: [name: string, probability: number][] = [
  ['Nuevo', 10],
  ['Contactado', 30],
  ['Presupuesto', 60],
  ['Reserva hecha', 90],
  ['Ganado', 100],
];
const COMPANY_STAGES: [name: string, probability: number][] = [
  ['Primer contacto', 10],
  ['Reunión', 40],
  ['Convenio firmado', 100],
];

export function seedCatalogue(state: State, ago: Ago): void {
  for (const [name, category, durationMinutes, price, userIds, active, description] of SERVICES) {
    state.services.add((id) => ({
      id,
      name,
      category,
      durationMinutes,
      price,
      userIds,
      active,
      description,
      createdAt: ago(380),
      updatedAt: ago(60),
    }));
  }
  for (const [name, color] of TAGS) state.tags.add((id) => ({ id, name, color, createdAt: ago(370) }));

  const created = { createdAt: ago(360) };
  state.fields.add((id) => ({
    id,
    key: 'how_found_us',
    label: 'Cómo nos conoció',
    appliesTo: 'lead',
    type: 'text',
    ...created,
  }));
  state.fields.add((id) => ({
    id,
    key: 'how_found_us',
    label: 'Cómo nos conoció',
    appliesTo: 'contact',
    type: 'text',
    ...created,
  }));
  state.fields.add((id) => ({
    id,
    key: 'sessions_left',
    label: 'Sesiones del bono',
    appliesTo: 'contact',
    type: 'number',
    ...created,
  }));
  state.fields.add((id) => ({
    id,
    key: 'skin_type',
    label: 'Tipo de piel',
    appliesTo: 'contact',
    type: 'select',
    options: ['Normal', 'Seca', 'Mixta', 'Grasa'],
    ...created,
  }));

  addPipeline(state, 'Ventas', true, STAGES);
  addPipeline(state, 'Convenios con empresas', false, COMPANY_STAGES);
}

function addPipeline(state: State, name: string, isDefault: boolean, stages: [string, number][]): void {
  const pipeline = state.pipelines.add((id) => ({ id, name, isDefault }));
  for (const [i, [stage, probability]] of stages.entries()) {
    state.stages.add((id) => ({ id, pipelineId: pipeline.id, name: stage, position: i + 1, probability }));
  }
}
