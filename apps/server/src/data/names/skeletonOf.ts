const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]

/** What a label looks like at a glance: labels with one skeleton are taken for one another (T66). Linear in its length. */
export function skeletonOf(label: string): string {
  return lookAlikes.reduce((text, [pattern, letter]) => text.replace(pattern, letter), label)
}
