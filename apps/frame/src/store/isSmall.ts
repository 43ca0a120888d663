/** Whether a stored value is of a bounded size, counted by characters, bytes and members, at most 32 deep. */
export function isSmall(value: unknown, most: number): boolean {
  let left = most
  const stack: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, depth } = next
    left -= weigh(value)
    if (left < 0 || depth > 32) return false
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue
    if (Array.isArray(value) && value.length > left) return false
    for (const item of Object.values(value)) stack.push({ value: item, depth: depth + 1 })
  }
  return true
}

function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return value.byteLength
  // Any other object counts as too large; this wallet stores none.
  if (value instanceof Map || value instanceof Set || value instanceof Blob) return Number.POSITIVE_INFINITY
  return 8
}
