import type { Mutant } from './mutant.ts'
import type { MutantRunner } from './openRunner.ts'

/** What became of one mutant. */
export interface MutantOutcome {
  readonly mutant: Mutant
  readonly state: 'killed' | 'survived' | 'equivalent'
  /** The test that noticed it. */
  readonly by: string | undefined
}

/** Of the mutants that a test could notice, how many have to be noticed. */
export const leastKilled = 0.9

/**
 * Runs each mutant against its tests, after these passed without one. `onOutcome` gets each result as it comes.
 * @throws Error when tests fail without any mutant.
 */
export async function runMutants(
  mutants: readonly Mutant[],
  runner: Pick<MutantRunner, 'run'>,
  onOutcome: (outcome: MutantOutcome, ms: number) => void,
): Promise<readonly MutantOutcome[]> {
  const outcomes: MutantOutcome[] = []
  const sound = new Set<string>()
  for (const mutant of mutants) {
    const key = mutant.tests.join()
    if (!sound.has(key)) {
      const { failed } = await runner.run(mutant.tests)
      if (failed !== undefined) throw new Error(`without any mutant a test fails: ${failed}`)
      sound.add(key)
    }
    const { failed, ms } = await runner.run(mutant.tests, mutant)
    const outcome: MutantOutcome = { mutant, state: stateOf(mutant, failed), by: failed }
    outcomes.push(outcome)
    onOutcome(outcome, ms)
  }
  return outcomes
}

function stateOf(mutant: Mutant, failed: string | undefined): MutantOutcome['state'] {
  if (failed !== undefined) return 'killed'
  return mutant.equivalent === undefined ? 'survived' : 'equivalent'
}

/** Whether enough mutants were noticed: those judged equivalent count as survivors. */
export function isEnough(outcomes: readonly Pick<MutantOutcome, 'state'>[]): boolean {
  const killed = outcomes.filter(({ state }) => state === 'killed').length
  return outcomes.length > 0 && killed / outcomes.length >= leastKilled
}
