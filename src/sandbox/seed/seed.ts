/**
 * The sandbox's business, a small physiotherapy and beauty clinic in Toledo, as it is on the day of the start. The same
 * start gives the same data. All people are invented; phones are of a range that Spain has not given out, mail is
 * example.com (RFC 2606).
 */
import { iso } from '../local-time.ts';
import { State } from '../state.ts';
import { seedAgenda } from './agenda.ts';
import { seedCatalogue } from './catalogue.ts';
import { seedConversations } from './conversations.ts';
import { seedPeople } from './people.ts';
import { seedTeam } from './team.ts';
import { seedWork } from './work.ts';

/** Writes an instant so many days and hours before the start. */
export type Ago = (days: number, hours?: number) => string;

export function seededState(clock: () => Date, later: State['later']): State {
  const state = new State(clock, later);
  const start = state.now();
  const ago: Ago = (days, hours = 0) => iso(start - (days * 24 + hours) * 3_600_000);
  seedTeam(state, ago);
  seedCatalogue(state, ago);
  seedPeople(state, ago);
  seedAgenda(state, ago);
  seedConversations(state, ago);
  seedWork(state, ago);
  return state;
}
