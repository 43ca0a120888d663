/**
 * How many times as long this machine takes as the one that the budgets of time speak of, by the page by hand of the same
 * run; 1 where it is quicker, or was not measured (decision 031).
 */
export function paceOf(byHand: number | undefined, there: number): number {
  return Math.max(1, (byHand ?? 0) / there)
}
