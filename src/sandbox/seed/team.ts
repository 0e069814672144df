/** Users, their opening hours, channels. */
import type { Schemas } from '../call.ts';
import type { State } from '../state.ts';
import type { Ago } from './seed.ts';

type User = Schemas['User'];
type Period = Schemas['OpeningPeriod'];

const USERS: [name: string, role: User['role'], jobTitle: string, active: boolean][] = [
  ['Marina Soler Pons', 'owner', 'Directora', true],
  ['Lucía Ferrer Gil', 'agent', 'Fisioterapeuta', true],
  ['Diego Navas Prieto', 'agent', 'Fisioterapeuta y osteópata', true],
  ['Noelia Castro Rey', 'agent', 'Esteticista', true],
  ['Pablo Herrero Sanz', 'manager', 'Recepción', true],
  ['Inés Moya Duarte', 'agent', 'Fisioterapeuta', false],
];

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
const daily = (from: string, to: string): Period[] => WEEK.map((weekday) => ({ weekday, from, to }));
const HOURS: Record<string, Period[]> = {
  user_02: [
    ...daily('09:00', '14:00'),
    { weekday: 'tuesday', from: '16:00', to: '20:00' },
    { weekday: 'thursday', from: '16:00', to: '20:00' },
  ],
  user_03: daily('15:00', '21:00'),
  user_04: [...daily('10:00', '14:00'), { weekday: 'saturday', from: '10:00', to: '14:00' }],
};

export function seedTeam(state: State, ago: Ago): void {
  for (const [name, role, jobTitle, active] of USERS) {
    state.users.add((id) => ({
      id,
      name,
      role,
      jobTitle,
      active,
      email: `${address(name)}@example.com`,
      createdAt: ago(400),
    }));
  }
  for (const [id, periods] of Object.entries(HOURS)) state.openingHours.set(id, { timeZone: 'Europe/Madrid', periods });

  const updatedAt = ago(90);
  const webhookUrl = 'https://hooks.example.com/nuntius';
  state.channels.add((id) => ({
    id,
    kind: 'whatsapp',
    name: 'WhatsApp de recepción',
    address: '+34555010000',
    status: 'connected',
    webhookUrl,
    signingSecretSet: true,
    updatedAt,
  }));
  state.channels.add((id) => ({
    id,
    kind: 'email',
    name: 'Correo de la clínica',
    address: 'hola@example.com',
    status: 'connected',
    webhookUrl: null,
    signingSecretSet: false,
    updatedAt,
  }));
  state.channels.add((id) => ({
    id,
    kind: 'sms',
    name: 'SMS de avisos',
    address: '+34555010000',
    status: 'connected',
    webhookUrl: null,
    signingSecretSet: false,
    updatedAt,
  }));
}

/** `Ana López Gil` → `ana.lopez`. */
export function address(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(' ').slice(0, 2).join('.');
}
