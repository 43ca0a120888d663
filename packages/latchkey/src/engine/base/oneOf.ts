// Owners are the instances that are made: a widget, its engine's context, the wallet's page. What one of them has ends with it.
const made = new WeakMap<object, Map<unknown, unknown>>()

/**
 * Returns the one thing of its kind that `owner` has, and makes it with the first call. The kind is the function that
 * makes it, so its type is what that function returns; it has to be the same function each time. A function that throws
 * leaves nothing behind.
 */
export function oneOf<Owner extends object, T>(owner: Owner, create: (owner: Owner) => T): T {
  const things = thingsOf(owner)
  if (!things.has(create)) things.set(create, create(owner))
  // Nothing but what this function returned, or `giveOne` took in its place, is stored under it.
  return things.get(create) as T
}

/** Gives `owner` the one thing that `create` would make for it: what another part made, or a test simulates. */
export function giveOne<Owner extends object, T>(
  owner: Owner,
  create: (owner: Owner) => T,
  thing: NoInfer<T>,
): void {
  thingsOf(owner).set(create, thing)
}

function thingsOf(owner: object): Map<unknown, unknown> {
  const things = made.get(owner) ?? new Map<unknown, unknown>()
  made.set(owner, things)
  return things
}
