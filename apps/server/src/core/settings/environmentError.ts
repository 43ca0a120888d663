/** Thrown for a wrong configuration: one clear line per wrong variable, and none of their values. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}
