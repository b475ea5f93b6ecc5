import { serveMcp } from '~/http/mcp/serve.server'

/** The endpoint for agents (Model Context Protocol). */
export const loader = serveMcp
export const action = serveMcp
