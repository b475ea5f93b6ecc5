/** Whether the sweep runs (npm run test:all): what is too long for each change. */
export const sweeping = process.env.SWEEP !== undefined && process.env.SWEEP !== ''
