import { randomUuid } from '../core/random.ts'
import { walletIcon } from '../core/walletIcon.ts'

/** An EIP-6963 announcement, or several, that a site must survive. */
export interface HostileAnnouncement {
  readonly id: string
  /** What it attacks, in a sentence. */
  readonly why: string
  /** The details to announce, made anew on each call. */
  details(): readonly unknown[]
}

const rightToLeft = '\u202Eksam ateM\u202C'
const zeroWidth = 'Meta\u200B\u200C\u200D\uFEFFMask'

/** Every hostile announcement, as data for tables. Throws nothing; reading some of the details does. */
export function hostileAnnouncements(): readonly HostileAnnouncement[] {
  return [
    one('stolenRdns', 'Two wallets claim the rdns of a third.', () => [
      announcement({ name: 'MetaMask', rdns: 'io.metamask' }),
      announcement({ name: 'MetaMask', rdns: 'io.metamask' }),
    ]),
    one('sameUuid', 'Two wallets share one uuid.', () => {
      const uuid = randomUuid()
      return [announcement({ uuid, rdns: 'evil.one' }), announcement({ uuid, rdns: 'evil.two' })]
    }),
    one('repeated', 'One wallet announces itself fifty times.', () =>
      Array<unknown>(50).fill(announcement({ rdns: 'evil.loud' })),
    ),
    one('flood', 'Two hundred wallets announce at once.', () =>
      Array.from({ length: 200 }, (_, index) =>
        announcement({ name: `Flood ${index}`, rdns: `evil.flood${index}` }),
      ),
    ),
    info('scriptIcon', 'The icon is a javascript: URL.', { icon: 'javascript:document.title="owned"' }),
    info('svgScriptIcon', 'The icon is an SVG with a script and an event handler.', { icon: scriptedSvg() }),
    info('htmlIcon', 'The icon is an HTML document.', {
      icon: 'data:text/html,<script>document.title="owned"</script>',
    }),
    info('remoteIcon', 'The icon is a picture on a foreign server, which would learn of the visit.', {
      icon: 'https://icons.invalid/track.png',
    }),
    info('breakoutIcon', 'The icon tries to break out of an attribute and of url().', {
      icon: 'data:image/png;base64,x" onerror="document.title=\'owned\'"); background: url(',
    }),
    info('hugeIcon', 'The icon has a megabyte.', { icon: `data:image/png;base64,${'A'.repeat(1_000_000)}` }),
    info('missingIcon', 'There is no icon.', { icon: undefined }),
    info('emptyName', 'The name is empty.', { name: '' }),
    info('blankName', 'The name is only white space.', { name: ' \u00A0\u2003 ' }),
    info('missingName', 'There is no name.', { name: undefined }),
    info('rtlName', 'The name turns the direction of the text round.', { name: rightToLeft }),
    info('zeroWidthName', 'The name hides invisible characters in another wallet’s.', { name: zeroWidth }),
    info('longName', 'The name has ten thousand letters.', { name: 'W'.repeat(10_000) }),
    info('stackedName', 'The name piles up combining marks.', { name: `Z${'\u0300\u0489'.repeat(500)}algo` }),
    info('markupName', 'The name is markup.', { name: '<img src=x onerror="document.title=\'owned\'">' }),
    info('objectName', 'The name is an object whose toString throws.', { name: unreadable() }),
    info('missingRdns', 'There is no rdns.', { rdns: undefined }),
    info('emptyRdns', 'The rdns is empty.', { rdns: '' }),
    info('prototypeRdns', 'The rdns is the name of a prototype property.', { rdns: '__proto__' }),
    info('longRdns', 'The rdns has ten thousand letters.', { rdns: 'a.'.repeat(5_000) }),
    info('badUuid', 'The uuid is none.', { uuid: 'not-a-uuid' }),
    info('missingUuid', 'There is no uuid.', { uuid: undefined }),
    one('nullDetail', 'The announcement has no detail.', () => [null]),
    one('stringDetail', 'The detail is a string.', () => ['wallet']),
    one('missingInfo', 'The detail has no info.', () => [{ provider: inertProvider() }]),
    one('missingProvider', 'The detail has no provider.', () => [{ info: fullInfo({}) }]),
    one('nullProvider', 'The provider is null.', () => [{ info: fullInfo({}), provider: null }]),
    one('emptyProvider', 'The provider cannot be asked anything.', () => [
      { info: fullInfo({}), provider: {} },
    ]),
    one('throwingProviderGetter', 'Reading the provider throws.', () => [
      throwingGetters({ info: fullInfo({}) }, ['provider']),
    ]),
    one('throwingInfoGetters', 'Reading any field of the info throws.', () => [
      { info: throwingGetters({}, ['uuid', 'name', 'icon', 'rdns']), provider: inertProvider() },
    ]),
    one('shiftingInfo', 'The info says something else each time it is read.', () => [
      { info: shiftingInfo(), provider: inertProvider() },
    ]),
    one('proxyDetail', 'The detail is a proxy that throws at everything.', () => [throwingProxy()]),
    one('throwingProvider', 'Every call of the provider throws at once.', () => [
      { info: fullInfo({ name: 'Throwing Wallet', rdns: 'evil.throwing' }), provider: throwingProvider() },
    ]),
  ]
}

function one(id: string, why: string, details: () => readonly unknown[]): HostileAnnouncement {
  return { id, why, details }
}

function info(id: string, why: string, fields: Readonly<Record<string, unknown>>): HostileAnnouncement {
  return one(id, why, () => [announcement({ rdns: `evil.${id.toLowerCase()}`, ...fields })])
}

function announcement(fields: Readonly<Record<string, unknown>>) {
  return Object.freeze({ info: fullInfo(fields), provider: inertProvider() })
}

function fullInfo(fields: Readonly<Record<string, unknown>>) {
  const name = 'Hostile Wallet'
  return Object.freeze({ uuid: randomUuid(), name, icon: walletIcon(name), rdns: 'evil.wallet', ...fields })
}

/** A provider that works and refuses. */
function inertProvider() {
  const provider = {
    request: ({ method }: { readonly method: string }) =>
      method === 'eth_accounts'
        ? Promise.resolve([])
        : Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 })),
    on: () => provider,
    removeListener: () => provider,
  }
  return provider
}

function throwingProvider() {
  const fail = () => {
    throw new Error('The provider cannot be used')
  }
  return { request: fail, on: fail, removeListener: fail }
}

function scriptedSvg(): string {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" onload="parent.document.title=\'owned\'">' +
    '<script>parent.document.title="owned"</script><rect width="96" height="96" fill="red"/></svg>'
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function unreadable(): object {
  const fail = () => {
    throw new Error('This cannot be read')
  }
  return { toString: fail, valueOf: fail, [Symbol.toPrimitive]: fail }
}

function throwingGetters(base: object, names: readonly string[]): object {
  const target = { ...base }
  for (const name of names) {
    Object.defineProperty(target, name, {
      enumerable: true,
      get() {
        throw new Error(`${name} cannot be read`)
      },
    })
  }
  return target
}

function shiftingInfo(): object {
  let reads = 0
  const next = (text: string) => {
    reads += 1
    return `${text}${reads}`
  }
  return {
    uuid: randomUuid(),
    icon: walletIcon('Shifting'),
    get name() {
      return next('Shifting ')
    },
    get rdns() {
      return next('evil.shifting')
    },
  }
}

function throwingProxy(): object {
  const fail = () => {
    throw new Error('This cannot be read')
  }
  return new Proxy(
    {},
    { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail, getPrototypeOf: fail },
  )
}
