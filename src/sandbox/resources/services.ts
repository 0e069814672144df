/** Services: what customers book. */
import type { Operations } from '../call.ts';
import { checkReferences } from '../references.ts';
import { byName, matches } from '../text.ts';

export const services: Operations<'listServices' | 'createService' | 'getService' | 'updateService'> = {
  listServices(call) {
    const { q, active, userId } = call.query ?? {};
    const rows = call.state.services
      .all()
      .filter(
        (s) =>
          matches(q, s.name, s.description, s.category) &&
          (active === undefined || s.active === active) &&
          (!userId || s.userIds?.includes(userId)),
      );
    return { body: call.page(rows.sort((a, b) => byName(a.name, b.name))) };
  },

  createService({ state, body }) {
    checkReferences(state, body);
    const row = state.services.add((id) => ({
      description: null,
      category: null,
      userIds: [],
      ...body,
      id,
      createdAt: state.stamp(),
      updatedAt: state.stamp(),
    }));
    return { body: row, location: `/public/v1/services/${row.id}` };
  },

  getService: ({ state, path }) => ({ body: state.services.get(path.serviceId) }),

  updateService({ state, path, body }) {
    const row = state.services.get(path.serviceId);
    checkReferences(state, body);
    Object.assign(row, body, { updatedAt: state.stamp() });
    return { body: row };
  },
};
