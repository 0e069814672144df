/** Free times: opening hours without what is booked. */
import type { Operations, Schemas } from '../call.ts';
import { addDays, DAY, instantAt, iso, weekdayOf } from '../local-time.ts';
import { badQuery } from '../problem.ts';
import type { State } from '../state.ts';

const STEP = 30 * 60_000;
const MAX_DAYS = 31;

export const availability: Operations<'listAvailability'> = {
  listAvailability(call) {
    const { serviceId, userId, from, to } = call.query;
    const { state } = call;
    if (from > to) throw badQuery('to', 'must not be before from');
    if (Date.parse(to) - Date.parse(from) > MAX_DAYS * DAY)
      throw badQuery('to', `must be at most ${MAX_DAYS} days after from`);
    const service = state.services.get(serviceId);
    if (userId !== undefined) state.users.get(userId);
    const users = (service.active ? (service.userIds ?? []) : []).filter((id) => userId === undefined || id === userId);
    const slots: Schemas['Slot'][] = [];
    for (let day = from; day <= to; day = addDays(day, 1)) {
      for (const user of users) slots.push(...freeTimes(state, user, day, service.durationMinutes * 60_000));
    }
    slots.sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.userId < b.userId ? -1 : 1));
    return { body: call.page(slots, (slot) => `${slot.startsAt} ${slot.userId}`) };
  },
};

/** Whether the user has an appointment that touches the time. @param start and @param end in ms @param except id of the one being moved */
export function isBusy(state: State, userId: string, start: number, end: number, except?: string): boolean {
  return state.appointments
    .all()
    .some(
      (a) =>
        a.userId === userId &&
        a.id !== except &&
        a.status !== 'cancelled' &&
        Date.parse(a.startsAt) < end &&
        Date.parse(a.endsAt) > start,
    );
}

function freeTimes(state: State, userId: string, day: string, length: number): Schemas['Slot'][] {
  if (!state.users.find(userId)?.active) return [];
  const weekday = weekdayOf(day);
  const periods = (state.openingHours.get(userId)?.periods ?? []).filter((p) => p.weekday === weekday);
  return periods.flatMap((period) => {
    const slots: Schemas['Slot'][] = [];
    const end = instantAt(day, period.to);
    for (let start = instantAt(day, period.from); start + length <= end; start += STEP) {
      if (start > state.now() && !isBusy(state, userId, start, start + length))
        slots.push({ startsAt: iso(start), endsAt: iso(start + length), userId });
    }
    return slots;
  });
}
