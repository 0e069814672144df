/** Appointments: the last weeks and the days to come. */
import type { Row } from '../call.ts';
import { addDays, dayOf, instantAt, iso, weekdayOf } from '../local-time.ts';
import type { State } from '../state.ts';
import type { Ago } from './seed.ts';

type Status = Row<'Appointment'>['status'];

/** `workday`: which working day from the start; negative ones are past. */
const AGENDA: [
  workday: number,
  time: string,
  contact: string,
  service: string,
  user: string,
  status: Status,
  room: string | null,
][] = [
  [1, '10:00', 'contact_02', 'service_01', 'user_02', 'scheduled', 'Cabina 1'],
  [1, '16:00', 'contact_01', 'service_02', 'user_03', 'confirmed', 'Cabina 2'],
  [2, '11:00', 'contact_06', 'service_05', 'user_02', 'confirmed', 'Cabina 1'],
  [2, '12:00', 'contact_08', 'service_03', 'user_04', 'scheduled', 'Cabina 3'],
  [3, '09:00', 'contact_09', 'service_01', 'user_02', 'scheduled', null],
  [4, '18:00', 'contact_05', 'service_02', 'user_03', 'scheduled', 'Cabina 2'],
  [5, '10:00', 'contact_04', 'service_04', 'user_04', 'cancelled', null],
  [-1, '10:00', 'contact_01', 'service_01', 'user_02', 'completed', 'Cabina 1'],
  [-2, '17:00', 'contact_09', 'service_02', 'user_03', 'completed', 'Cabina 2'],
  [-3, '11:00', 'contact_03', 'service_03', 'user_04', 'no_show', 'Cabina 3'],
  [-5, '12:00', 'contact_04', 'service_04', 'user_02', 'completed', 'Cabina 1'],
  [-8, '09:00', 'contact_02', 'service_01', 'user_02', 'completed', 'Cabina 1'],
  [-10, '19:00', 'contact_05', 'service_02', 'user_03', 'completed', 'Cabina 2'],
];

export function seedAgenda(state: State, ago: Ago): void {
  const today = dayOf(state.now());
  for (const [days, time, contactId, serviceId, userId, status, room] of AGENDA) {
    const start = instantAt(workday(today, days), time);
    const end = start + state.services.get(serviceId).durationMinutes * 60_000;
    state.appointments.add((id) => ({
      id,
      contactId,
      leadId: contactId === 'contact_04' ? 'lead_10' : null,
      serviceId,
      userId,
      startsAt: iso(start),
      endsAt: iso(end),
      status,
      room,
      comments: contactId === 'contact_02' ? 'Trae la resonancia' : null,
      cancellationReason: status === 'cancelled' ? 'Le ha surgido un viaje' : null,
      confirmedAt: status === 'confirmed' ? ago(0, 20) : null,
      createdAt: ago(14),
      updatedAt: ago(0, 20),
    }));
  }
}

/** The nth day after (before) `day` that is from Monday to Friday. */
function workday(day: string, n: number): string {
  const step = Math.sign(n);
  let left = Math.abs(n);
  let here = day;
  while (left > 0) {
    here = addDays(here, step);
    if (!['saturday', 'sunday'].includes(weekdayOf(here))) left -= 1;
  }
  return here;
}
