import { AppError, errorSpec } from '../../platform/errors/app-error';

const MCP_BUSY = errorSpec({
  code: 'mcp_busy',
  status: 429,
  meaning: 'Too many MCP messages of the caller wait for their turn. Send fewer at once.',
});

export class McpBusy extends AppError {
  constructor(limit: number) {
    super(
      MCP_BUSY,
      `${limit} of your messages wait for their turn already. Wait for some answers, then send this one again.`,
      { headers: { 'Retry-After': '1' }, extras: { limit } },
    );
  }
}
