/** Puts a value at a path of globals, making the objects on the way; the returned function takes it away. */
export function placeGlobal(target: object, path: string, value: object): () => void {
  const parts = path.split('.')
  const last = parts.pop() ?? path
  const owner = parts.reduce<Record<string, unknown>>(
    (object, part) => {
      object[part] ??= {}
      return object[part] as Record<string, unknown>
    },
    target as Record<string, unknown>,
  )
  owner[last] = value
  return () => {
    if (owner[last] === value) delete owner[last]
  }
}
