import { owned, type RouteFixture, search, shared } from './route-fixture';

/** Routes of the chat, see `ROUTES`. */
export const CHAT_ROUTES: Readonly<Record<string, RouteFixture>> = {
  'POST /api/agent/chat': shared((_, { mark }) => ({ body: { message: `find ${mark}` } })),
  'POST /api/agent/chat #in a conversation': {
    ...owned(({ conversation: id }) => ({ body: { message: 'status', conversation_id: id } })),
    isOnlyOfOwners: true,
  },
  'GET /api/agent/conversations': search(() => ({})),
  'GET /api/agent/conversations #of all owners': search(() => ({ owner: '*' })),
  'GET /api/agent/conversations/{id}': owned(({ conversation: id }) => ({ path: [id] })),
  'DELETE /api/agent/conversations/{id}': owned(({ conversation: id }) => ({ path: [id] }), {
    uses: 'conversation',
    witness: ({ conversation: id }) => `/api/agent/conversations/${id}`,
  }),
};
