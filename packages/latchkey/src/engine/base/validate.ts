/**
 * Checks every option in depth, unknown names included (SPEC §1, §5; DECISIONS T13). The light handle has only seen to
 * the project id and the networks; a fault here is one error that names the place.
 */
import {
  array,
  custom,
  type GenericSchema,
  getDotPath,
  lazy,
  looseObject,
  optional,
  record,
  safeParse,
  strictObject,
} from 'valibot'
import { isBrowseTemplate } from '../../contract/browseLink.ts'
import { type CaipNetworkId, isCaipNetworkId } from '../../contract/caip.ts'
import { configError } from '../../contract/error.ts'
import {
  defaultConnectMethods,
  defaultConnectorOrder,
  defaultSocials,
  defaultWalletFeatures,
} from '../../contract/limits.ts'
import { isSocketUrl, isWebUrl } from '../../contract/link.ts'
import { isSafeLink } from '../../contract/safeLink.ts'
import { bothSet } from './bothSet.ts'
import { checkChainIds } from './checkChainIds.ts'
import type { ResolvedConfig } from './config.ts'
import { isImageUrl, isPictureUrl } from './isImageUrl.ts'

/**
 * With `changed` only these options are judged: other faults were reported before, and are no reason to refuse a change.
 * @throws LatchkeyError CONFIG_INVALID, 'Invalid configuration: "features.socials.1": …'; SIWX_DISABLED (SPEC §8).
 */
export function validateConfig(config: ResolvedConfig, changed?: object): void {
  if (!changed && config.siwx && config.siweConfig) throw bothSet()
  const { issues = [] } = safeParse(configSchema(), config, { abortEarly: !changed })
  const issue = issues.find(({ path }) => !changed || Object.hasOwn(changed, String(path?.[0].key)))
  if (issue) throw configError(getDotPath(issue) ?? '', issue.message.slice(0, 300))
  if (!changed) checkChainIds(config)
}

// Built when it is used: a schema at module level would be work for every page that loads the engine. Valibot walks
// the structure; what a leaf may be is said by a predicate and its sentence, which is smaller and reads better.
function configSchema() {
  const flag = optional(is(isBoolean, 'expected true or false'))
  const number = is(isFiniteNumber, 'expected a number')
  const any = text(0, 500_000)
  const name = text(1, 200)
  const word = optional(name)
  const ids = optional(array(name))
  const webUrl = is(isWebUrl, 'expected an https URL, or http on this machine')
  const socketUrl = is(isSocketUrl, 'expected a wss URL, or ws on this machine')
  const page = optional(webUrl)
  // What a host copies from elsewhere, chain lists and its own origin in a test network, may be plain http.
  const looseUrl = is(isHttpUrl, 'expected an http(s) URL')
  const link = optional(is(isSafeLink, 'expected an https URL or a link of an app'))
  const image = optional(is(isImageUrl, 'expected an https URL or a data:image'))
  const picture = is(isPictureUrl, 'expected an https, blob or data:image URL')
  const caipNetworkId = is(isCaipId, 'expected a CAIP-2 id such as eip155:1')
  const namespace = pattern(/^[-a-z0-9]{3,8}$/, 'a namespace such as eip155')
  const method = is(isFunction, 'expected a function')

  return strictObject({
    projectId: pattern(/^[\w-]{1,64}$/, '1 to 64 letters, digits, - or _'),
    id: pattern(/^[\w.-]{1,64}$/, '1 to 64 letters, digits, ., - or _'),
    networks: array(
      looseObject({
        chainNamespace: namespace,
        caipNetworkId,
        id: is(isChainId, 'expected a whole number or a text'),
        name,
        nativeCurrency: looseObject({
          name: any,
          decimals: is(isDecimals, 'expected a whole number from 0 to 255'),
          symbol: any,
        }),
        rpcUrls: looseObject({ default: looseObject({ http: array(looseUrl) }) }),
        blockExplorers: optional(looseObject({ default: looseObject({ name: any, url: looseUrl }) })),
        assets: optional(looseObject({ imageId: word, imageUrl: image })),
        testnet: flag,
        deprecatedCaipNetworkId: optional(caipNetworkId),
      }),
    ),
    adapters: array(
      looseObject({
        namespace,
        // An adapter of plain JavaScript may have none.
        facts: optional(
          looseObject({ chainIds: is(isPattern, 'expected the source of a regular expression') }),
        ),
        discover: method,
        load: method,
      }),
    ),
    defaultNetwork: optional(caipNetworkId),
    activeNamespace: namespace,
    metadata: optional(
      strictObject({
        name,
        description: optional(any),
        url: optional(looseUrl),
        icons: optional(array(looseUrl)),
      }),
    ),
    themeMode: optional(oneOf(['light', 'dark'])),
    themePreset: optional(oneOf(['calm', 'mono', 'vivid', 'rounded', 'square'])),
    layout: optional(oneOf(['wide', 'narrow'])),
    logo: optional(
      lazy(value => (typeof value === 'object' ? strictObject({ light: picture, dark: picture }) : picture)),
    ),
    themeVariables: optional(
      strictObject({
        ...each(
          ['accent', 'fontFamily', 'fontSizeMaster', 'radiusMaster', 'colorMix', 'card', 'raised', 'line'],
          word,
        ),
        ...each(['text', 'textMuted', 'scrim'], word),
        ...each(['colorMixStrength', 'zIndex'], optional(number)),
      }),
    ),
    features: optional(
      strictObject({
        ...each(['email', 'swaps', 'onramp', 'activity', 'branding', 'multiWallet', 'emailCapture'], flag),
        ...each(['payWithExchange', 'payments', 'authentication', 'send', 'receive', 'analytics'], flag),
        legalCheckbox: flag,
        socials: optional(lazy(value => (Array.isArray(value) ? array(oneOf(defaultSocials)) : flag))),
        connectMethodsOrder: optional(array(oneOf(defaultConnectMethods))),
        connectorTypeOrder: optional(array(oneOf(defaultConnectorOrder))),
        walletFeaturesOrder: optional(array(oneOf(defaultWalletFeatures))),
      }),
    ),
    ...each(['basic', 'enableWallets', 'enableInjected', 'enableEIP6963', 'enableReconnect'], flag),
    ...each(['enableNetworkSwitch', 'allowUnsupportedChain', 'autoMount', 'manualWCControl'], flag),
    ...each(['signOutOnDisconnect', 'signInRequired', 'signInByTransaction'], flag),
    ...each(['revokeOnDisconnect', 'sharedRelay', 'demo'], flag),
    defaultAccountTypes: optional(record(name, oneOf(['eoa', 'smartAccount']))),
    protectAbove: optional(is(isFromZero, 'expected a number from 0 on')),
    ...each(['includeWalletIds', 'excludeWalletIds', 'featuredWalletIds'], ids),
    siwx: optional(
      looseObject({
        ...each(['createMessage', 'addSession', 'getSessions', 'setSessions', 'revokeSession'], method),
        getRequired: optional(method),
        signOutOnDisconnect: flag,
      }),
    ),
    siweConfig: optional(
      looseObject({
        ...each(['getNonce', 'createMessage', 'verifyMessage', 'getSession', 'signOut'], method),
        ...each(['getMessageParams', 'onSignIn', 'onSignOut'], optional(method)),
        ...each(
          ['required', 'signOutOnDisconnect', 'signOutOnAccountChange', 'signOutOnNetworkChange'],
          flag,
        ),
      }),
    ),
    customWallets: optional(
      array(
        strictObject({
          id: name,
          name,
          image_id: word,
          image_url: image,
          rdns: optional(pattern(/^[a-z\d-]+(\.[a-z\d-]+)+$/i, 'a reversed domain name such as com.example')),
          mobile_link: link,
          desktop_link: link,
          browse: optional(is(isBrowseTemplate, 'expected an https link with {url}')),
          aliases: optional(array(name)),
          ...each(['webapp_link', 'link_mode', 'app_store', 'play_store', 'chrome_store', 'homepage'], page),
          chains: optional(array(caipNetworkId)),
          relays: optional(array(socketUrl)),
        }),
      ),
    ),
    customRpcUrls: optional(
      record(
        caipNetworkId,
        array(lazy(value => (typeof value === 'object' ? looseObject({ url: webUrl }) : webUrl))),
      ),
    ),
    ...each(['termsConditionsUrl', 'privacyPolicyUrl'], page),
    endpoints: optional(
      strictObject({
        ...each(['api', 'rpc', 'directory', 'frame', 'analytics', 'images'], page),
        relay: optional(socketUrl),
      }),
    ),
    directoryKeys: optional(array(pattern(/^[\w-]{43}$/, 'a public key of 43 base64url characters'))),
    restrictedTimezones: optional(
      array(pattern(/^[A-Z][\w+-]*(\/[\w+-]+){0,2}$/, 'a time zone such as Europe/Lisbon')),
    ),
    swapPriceImpactLimit: optional(is(isPart, 'expected a number from 0 to 1')),
    preload: optional(oneOf(['intent', 'idle', 'none'])),
    locale: optional(is(isLocale, 'expected a language tag such as en or pt-BR')),
    texts: optional(record(any, any)),
    storage: optional(looseObject(each(['getItem', 'setItem', 'removeItem'], method))),
    addressLabels: optional(record(any, name)),
    initialState: optional(any),
  })
}

function is<T>(test: (value: unknown) => value is T, message: string) {
  return custom<T>(test, message)
}

function text(shortest: number, longest: number) {
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value.length >= shortest && value.length <= longest
  return is(isText, `expected a text of ${shortest} to ${longest} characters`)
}

function pattern(form: RegExp, what: string) {
  return is((value): value is string => typeof value === 'string' && form.test(value), `expected ${what}`)
}

function oneOf<T extends string>(names: readonly T[]) {
  return is((value): value is T => names.includes(value as T), `expected one of ${names.join(', ')}`)
}

function each<K extends string, S extends GenericSchema>(names: readonly K[], schema: S): Record<K, S> {
  return Object.fromEntries(names.map(name => [name, schema])) as Record<K, S>
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isFunction(value: unknown): value is () => unknown {
  return typeof value === 'function'
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

function isDecimals(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
}

/** Infinity included. */
function isPart(value: unknown): value is number {
  return isFromZero(value) && value <= 1
}

function isFromZero(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

function isChainId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isInteger(value)
}

function isCaipId(value: unknown): value is CaipNetworkId {
  return isCaipNetworkId(value)
}

function isPattern(value: unknown): value is string {
  try {
    return typeof value === 'string' && value !== '' && new RegExp(value) instanceof RegExp
  } catch {
    return false
  }
}

function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && isWebUrl(value.replace(/^http:/, 'https:'))
}

function isLocale(value: unknown): value is string {
  try {
    return typeof value === 'string' && Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}
