type Malform = (good: unknown) => unknown

const hugeLength = 10_000_000

/** Ways in which an answer can be garbage, each made from the answer that would have been right. */
const malformations = {
  null: () => null,
  undefined: () => undefined,
  emptyString: () => '',
  string: () => 'not what you asked for',
  number: () => 42,
  boolean: () => true,
  object: () => ({ unexpected: 'object' }),
  emptyArray: () => [],
  nested: good => [[good]],
  mixedTypes: () => [null, 7, {}, 'zzz', undefined],
  wrongCase: good => eachString(good, swapCase),
  truncated: good => eachString(good, value => value.slice(0, -1)),
  notHex: good => eachString(good, value => value.replace(/[0-9a-fA-F]$/, 'g')),
  noPrefix: good => eachString(good, value => value.replace(/^0x/, '')),
  spaced: good => eachString(good, value => ` ${value}\n`),
  repeated: good => (Array.isArray(good) ? [...good, ...good] : [good, good]),
  huge: () => 'A'.repeat(hugeLength),
  hugeArray: good => Array.from({ length: 10_000 }, () => (Array.isArray(good) ? good[0] : good)),
  html: () => '<img src=x onerror="document.title=\'owned\'">',
  prototype: () => JSON.parse('{"__proto__":{"polluted":true},"length":1,"0":"0x0"}') as unknown,
  throwing: () =>
    new Proxy([], {
      get(_target, key) {
        // A promise looks for `then` before it settles: throwing there would make this a rejection.
        if (key === 'then') return undefined
        throw new Error('This answer cannot be read')
      },
    }),
} satisfies Record<string, Malform>

/** Name of one kind of garbage. */
export type MalformedName = keyof typeof malformations

/** Every kind of garbage an answer can be, for menus and tables. */
export const malformedNames: readonly MalformedName[] = Object.keys(malformations) as MalformedName[]

/** Turns the right answer into garbage of the named kind. */
export function malformAnswer(name: MalformedName, good: unknown): unknown {
  const malform: Malform = malformations[name]
  return malform(good)
}

function eachString(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(item => eachString(item, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, eachString(item, change)]))
}

function swapCase(text: string): string {
  const prefix = text.startsWith('0x') ? '0x' : ''
  const swapped = [...text.slice(prefix.length)].map(letter => {
    const upper = letter.toUpperCase()
    return letter === upper ? letter.toLowerCase() : upper
  })
  return prefix + swapped.join('')
}
