/** Things that are found where a wallet should be; no namespace's adapter may fall over one. */

const throwing = new Proxy(
  {},
  {
    get: () => {
      throw new Error('this provider cannot be read')
    },
  },
)

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const hostileThenable = {
  // biome-ignore lint/suspicious/noThenProperty: a wallet may answer with anything, so a test has to.
  get then(): never {
    throw new Error('this answer cannot be awaited')
  },
}

export const hostileProviders: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 42],
  ['a text', 'ethereum'],
  ['a symbol', Symbol('wallet')],
  ['an empty object', {}],
  ['a frozen object', Object.freeze({ request: undefined })],
  ['an array', []],
  ['a function', () => undefined],
  ['a proxy that throws', throwing],
  ['a revoked proxy', revoked()],
  ['request is no function', { request: 'eth_accounts', on: 1, removeListener: null }],
  [
    'request throws',
    {
      request: () => {
        throw new Error('now')
      },
    },
  ],
  [
    'request throws undefined',
    {
      request: () => {
        throw undefined
      },
    },
  ],
  [
    'request throws a proxy',
    {
      request: () => {
        throw throwing
      },
    },
  ],
  [
    'request throws a revoked proxy',
    {
      request: () => {
        throw revoked()
      },
    },
  ],
  ['request rejects with nothing', { request: () => Promise.reject() }],
  ['request rejects with a number', { request: () => Promise.reject(4001n) }],
  ['request answers undefined', { request: () => undefined }],
  ['request answers a proxy that throws', { request: async () => [throwing, throwing] }],
  ['request answers a revoked proxy', { request: async () => ({ value: revoked() }) }],
  ['request answers a hostile thenable', { request: () => hostileThenable }],
  ['request answers ten megabytes', { request: async () => 'a'.repeat(10_000_000) }],
  ['request answers a long list', { request: async () => Array.from({ length: 100_000 }, () => 'x') }],
  [
    'events throw',
    {
      request: async () => 7,
      on: () => {
        throw new Error('on')
      },
      removeListener: () => {
        throw new Error('removeListener')
      },
    },
  ],
]
