/** What holds things that exist once: a services context. */
interface Owner {
  /** What was made so far, by its maker. */
  readonly made: Map<unknown, unknown>
}

/**
 * What `make` makes for this owner, such as the RPC proxy of one server: made by the first who asks, the same one for
 * everybody after.
 */
export function oneOf<O extends Owner, T>(owner: O, make: (owner: O) => T): T {
  const { made } = owner
  if (!made.has(make)) made.set(make, make(owner))
  return made.get(make) as T
}

/**
 * Puts another thing in the place of what `make` would make: a key out of a file, a simulated login of a test.
 * @throws Error when somebody has been given the one that `make` made.
 */
export function provide<O extends Owner, T>(owner: O, make: (owner: O) => T, value: NoInfer<T>): void {
  const { made } = owner
  if (made.has(make)) throw new Error(`${make.name} was called before another value was provided`)
  made.set(make, value)
}
