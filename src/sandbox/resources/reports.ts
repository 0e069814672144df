/** Reports: figures over a time. */
import type { Operations, Row } from '../call.ts';
import { dayOf } from '../local-time.ts';
import { badQuery, Problem } from '../problem.ts';
import type { State } from '../state.ts';
import { stagesOf } from './pipelines.ts';

export const reports: Operations<'getSalesFunnelReport' | 'getAppointmentsReport'> = {
  getSalesFunnelReport({ state, query }) {
    const { from, to } = checkedDays(query);
    const pipeline =
      query.pipelineId === undefined
        ? state.pipelines.all().find((p) => p.isDefault)
        : state.pipelines.get(query.pipelineId);
    if (!pipeline) throw new Problem('not_found', 'There is no default pipeline.');
    const leads = state.leads.all().filter((l) => l.pipelineId === pipeline.id && isWithin(l.createdAt, from, to));
    const won = leads.filter((l) => l.status === 'won').length;
    const lost = leads.filter((l) => l.status === 'lost').length;
    const stages = stagesOf(state, pipeline.id).map((stage) => {
      const here = leads.filter((l) => l.stageId === stage.id);
      return {
        stageId: stage.id,
        name: stage.name,
        leadCount: here.length,
        estimatedValue: sum(here.map((l) => l.estimatedValue ?? 0)),
      };
    });
    return {
      body: {
        pipelineId: pipeline.id,
        from,
        to,
        leadCount: leads.length,
        wonCount: won,
        lostCount: lost,
        conversionRate: share(won, won + lost),
        stages,
      },
    };
  },

  getAppointmentsReport({ state, query }) {
    const { from, to } = checkedDays(query);
    const rows = state.appointments
      .all()
      .filter((a) => isWithin(a.startsAt, from, to) && (!query.userId || a.userId === query.userId));
    const count = (status: string) => rows.filter((a) => a.status === status).length;
    const byStatus = Object.fromEntries(
      [...new Set(rows.map((a) => a.status))].sort().map((status) => [status, count(status)]),
    );
    const byService = state.services
      .all()
      .map((service) => {
        const here = rows.filter((a) => a.serviceId === service.id);
        return { serviceId: service.id, name: service.name, count: here.length, revenue: income(state, here) };
      })
      .filter((s) => s.count > 0)
      .sort((a, b) => b.count - a.count);
    const noShowRate = share(count('no_show'), count('no_show') + count('completed'));
    return { body: { from, to, total: rows.length, byStatus, noShowRate, revenue: income(state, rows), byService } };
  },
};

function checkedDays<T extends { from: string; to: string }>(query: T): T {
  if (query.from > query.to) throw badQuery('to', 'must not be before from');
  return query;
}

function isWithin(at: string, from: string, to: string): boolean {
  const day = dayOf(Date.parse(at));
  return day >= from && day <= to;
}

function income(state: State, rows: Row<'Appointment'>[]): number {
  return sum(rows.filter((a) => a.status === 'completed').map((a) => state.services.get(a.serviceId).price));
}

/** In whole cents. */
function sum(amounts: number[]): number {
  return Math.round(amounts.reduce((a, b) => a + b * 100, 0)) / 100;
}

/** To two places. */
function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 100) / 100;
}
