/** What holds things that exist once: a services context. */
interface Owner {
  /** The values made so far, by their maker. */
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
 * Provides another value in place of the one that `make` would create: a key from a file, or a simulated login in a
 * test.
 * @throws Error when the value of `make` is in use already.
 */
export function provide<O extends Owner, T>(owner: O, make: (owner: O) => T, value: NoInfer<T>): void {
  const { made } = owner
  if (made.has(make)) throw new Error(`${make.name} was called before another value was provided`)
  made.set(make, value)
}
