/** Appointments (citas). */
import type { Operations, Row } from '../call.ts';
import { iso } from '../local-time.ts';
import { invalid, Problem } from '../problem.ts';
import { checkReferences } from '../references.ts';
import type { State } from '../state.ts';
import { isBusy } from './availability.ts';

type Ids =
  | 'listAppointments'
  | 'createAppointment'
  | 'getAppointment'
  | 'updateAppointment'
  | 'rescheduleAppointment'
  | 'confirmAppointment';

const MINUTE = 60_000;

export const appointments: Operations<Ids> = {
  listAppointments(call) {
    const { starts, status, contactId, userId, serviceId } = call.query ?? {};
    const rows = call.state.appointments.all().filter((a) => {
      const at = Date.parse(a.startsAt);
      return (
        (!starts?.from || at >= Date.parse(starts.from)) &&
        (!starts?.to || at <= Date.parse(starts.to)) &&
        (!status || status.includes(a.status)) &&
        (!contactId || a.contactId === contactId) &&
        (!userId || a.userId === userId) &&
        (!serviceId || a.serviceId === serviceId)
      );
    });
    return { body: call.page(rows.sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))) };
  },

  createAppointment({ state, body }) {
    const { durationMinutes, userId, startsAt, ...given } = body;
    checkReferences(state, body);
    const service = state.services.get(body.serviceId);
    if (!service.active) throw invalid('/serviceId', `names ${service.id}, which cannot be booked any more`);
    if (userId !== undefined && !service.userIds?.includes(userId))
      throw invalid('/userId', `names ${userId}, who does not give ${service.id}`);
    const start = Date.parse(startsAt);
    const end = start + (durationMinutes ?? service.durationMinutes) * MINUTE;
    const free = (userId === undefined ? (service.userIds ?? []) : [userId]).find(
      (id) => !isBusy(state, id, start, end),
    );
    if (free === undefined) throw taken(userId ?? 'Everybody who gives the service');
    const row = state.appointments.add((id) => ({
      leadId: null,
      room: null,
      comments: null,
      ...given,
      id,
      userId: free,
      startsAt: iso(start),
      endsAt: iso(end),
      status: 'scheduled',
      cancellationReason: null,
      confirmedAt: null,
      createdAt: state.stamp(),
      updatedAt: state.stamp(),
    }));
    return { body: row, location: `/public/v1/appointments/${row.id}` };
  },

  getAppointment: ({ state, path }) => ({ body: state.appointments.get(path.appointmentId) }),

  updateAppointment({ state, path, body }) {
    const row = state.appointments.get(path.appointmentId);
    const status = body.status ?? row.status;
    if (body.cancellationReason && status !== 'cancelled')
      throw invalid('/cancellationReason', 'goes only with status cancelled');
    if (row.status === 'cancelled' && status !== 'cancelled' && isTaken(state, row)) throw taken(row.userId);
    Object.assign(row, body, { updatedAt: state.stamp() });
    if (status !== 'cancelled') row.cancellationReason = null;
    if (body.status === 'scheduled') row.confirmedAt = null;
    return { body: row };
  },

  rescheduleAppointment({ state, path, body }) {
    const row = state.appointments.get(path.appointmentId);
    checkReferences(state, body);
    if (!isOpen(row))
      throw new Problem('conflict', `The appointment is ${row.status} and cannot be moved. Create a new one.`);
    const userId = body.userId ?? row.userId;
    if (!state.services.get(row.serviceId).userIds?.includes(userId))
      throw invalid('/userId', `names ${userId}, who does not give ${row.serviceId}`);
    const start = Date.parse(body.startsAt);
    const end = start + Date.parse(row.endsAt) - Date.parse(row.startsAt);
    if (isBusy(state, userId, start, end, row.id)) throw taken(userId);
    Object.assign(row, {
      userId,
      startsAt: iso(start),
      endsAt: iso(end),
      status: 'scheduled',
      confirmedAt: null,
      updatedAt: state.stamp(),
    });
    return { body: row };
  },

  confirmAppointment({ state, path }) {
    const row = state.appointments.get(path.appointmentId);
    if (row.status !== 'scheduled')
      throw new Problem('conflict', `The appointment is ${row.status}; only a scheduled one can be confirmed.`);
    Object.assign(row, { status: 'confirmed', confirmedAt: state.stamp(), updatedAt: state.stamp() });
    return { body: row };
  },
};

function isOpen({ status }: Row<'Appointment'>): boolean {
  return status === 'scheduled' || status === 'confirmed';
}

function isTaken(state: State, row: Row<'Appointment'>): boolean {
  return isBusy(state, row.userId, Date.parse(row.startsAt), Date.parse(row.endsAt), row.id);
}

function taken(who: string): Problem {
  return new Problem('conflict', `${who} has another appointment at that time. listAvailability lists free times.`);
}
