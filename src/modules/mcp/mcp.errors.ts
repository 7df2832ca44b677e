import { codedError } from '../../platform/errors/app-error';

export class McpBusy extends codedError({
  code: 'mcp_busy',
  status: 429,
  meaning: 'Too many MCP messages of the caller wait for their turn. Send fewer at once.',
}) {
  constructor(limit: number) {
    super(
      `${limit} of your messages wait for their turn already. Wait for some answers, then send this one again.`,
      { headers: { 'Retry-After': '1' }, extras: { limit } },
    );
  }
}
