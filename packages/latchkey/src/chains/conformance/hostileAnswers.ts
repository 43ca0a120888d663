/** What nodes answer that makes no sense, by name. */
export const hostileAnswers: readonly (readonly [string, unknown])[] = [
  ['nothing at all', undefined],
  ['null', null],
  ['text', 'abc'],
  ['an empty object', {}],
  ['a list', [null, 7]],
  ['numbers', 7],
  ['hex that is none', '0xzz'],
  ['too much', 'f'.repeat(1_000_000)],
]
