/** Users, and when they take appointments. */
import type { Operations, Schemas } from '../call.ts';
import { bodyFault, type Fault, faulty } from '../problem.ts';
import { byName, matches } from '../text.ts';

type Ids = 'listUsers' | 'getCurrentUser' | 'getUser' | 'getOpeningHours' | 'replaceOpeningHours';

export const users: Operations<Ids> = {
  listUsers(call) {
    const { q, active, role } = call.query ?? {};
    const rows = call.state.users
      .all()
      .filter(
        (u) =>
          matches(q, u.name, u.email, u.jobTitle) &&
          (active === undefined || u.active === active) &&
          (!role || role.includes(u.role)),
      );
    return { body: call.page(rows.sort((a, b) => byName(a.name, b.name))) };
  },

  getCurrentUser: ({ state, userId }) => ({ body: state.users.get(userId) }),
  getUser: ({ state, path }) => ({ body: state.users.get(path.userId) }),

  getOpeningHours({ state, path }) {
    const { id } = state.users.get(path.userId);
    return { body: state.openingHours.get(id) ?? { timeZone: 'Europe/Madrid', periods: [] } };
  },

  replaceOpeningHours({ state, path, body }) {
    const { id } = state.users.get(path.userId);
    checkPeriods(body.periods);
    state.openingHours.set(id, body);
    return { body };
  },
};

function checkPeriods(periods: Schemas['OpeningPeriod'][]): void {
  const faults: Fault[] = periods.flatMap((p, i) => {
    if (p.from >= p.to) return [bodyFault(`/periods/${i}/to`, 'must be later than from')];
    const other = periods.findIndex((o, j) => j < i && o.weekday === p.weekday && o.from < p.to && o.to > p.from);
    return other < 0 ? [] : [bodyFault(`/periods/${i}`, `overlaps period ${other} on ${p.weekday}`)];
  });
  if (faults.length > 0) throw faulty('validation', faults);
}
