/** Address truncation (SPEC §9): for display only. In a file of its own because the first chunk needs it. */
export const addressTruncation = { start: 4, end: 6 } as const
