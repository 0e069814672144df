/** Channels: ways to write with customers. Their signing secrets are kept apart and never answered. */
import type { Operations } from '../call.ts';

export const channels: Operations<'listChannels' | 'getChannel' | 'updateChannel'> = {
  listChannels(call) {
    const { kind } = call.query ?? {};
    return { body: call.page(call.state.channels.all().filter((c) => !kind || kind.includes(c.kind))) };
  },

  getChannel: ({ state, path }) => ({ body: state.channels.get(path.channelId) }),

  updateChannel({ state, path, body }) {
    const row = state.channels.get(path.channelId);
    const { signingSecret, ...changes } = body;
    if (signingSecret !== undefined) {
      state.signingSecrets.set(row.id, signingSecret);
      row.signingSecretSet = true;
    }
    Object.assign(row, changes, { updatedAt: state.stamp() });
    return { body: row };
  },
};
