/** What a broken wallet throws; `sync` leaves `request()` itself by an exception, the others reject. */
const thrown = {
  sync: () => new Error('The wallet threw inside request()'),
  error: () => new Error('The wallet failed'),
  string: () => 'the wallet failed',
  undefined: () => undefined,
  null: () => null,
  number: () => 4001,
  plain: () => ({ code: 4001, message: 'User rejected the request.' }),
  stringCode: () => ({ code: '4001', message: 'User rejected the request.' }),
  noMessage: () => ({ code: -32603 }),
  nested: () => ({ code: -32603, message: 'Internal error', data: { originalError: { code: 4902 } } }),
  frozen: () => Object.freeze(Object.assign(new Error('The wallet failed'), { code: -32603 })),
  circular: () => {
    const value: Record<string, unknown> = { code: -32603, message: 'Internal error' }
    value.self = value
    return value
  },
  throwing: () => ({
    get code(): never {
      throw new Error('This error cannot be read')
    },
    get message(): never {
      throw new Error('This error cannot be read')
    },
  }),
  huge: () => ({ code: -32603, message: 'A'.repeat(1_000_000) }),
} satisfies Record<string, () => unknown>

/** Name of one way to throw. */
export type ThrownName = keyof typeof thrown

/** Every way a wallet can throw, for menus and tables. */
export const thrownNames: readonly ThrownName[] = Object.keys(thrown) as ThrownName[]

/** A fresh value of the named kind, to be thrown. */
export function thrownValue(name: ThrownName): unknown {
  return thrown[name]()
}
