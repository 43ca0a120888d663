import type { CaipAsset, RampFault, WireOrder } from 'latchkey/services'

/** An amount of fiat money: an ISO 4217 code, and a decimal number as text. Money never passes through a JSON number (T74). */
export interface FiatAmount {
  readonly currency: string
  readonly amount: string
}

/** What a provider sells and takes in a country, in its own words. */
export interface RampOptions {
  /** ISO 3166-1 codes of countries that it serves; empty where it does not say. */
  readonly countries: readonly string[]
  readonly purchase: readonly {
    /** CAIP-19. The network is the one that the provider names: never another one in its place. */
    readonly asset: CaipAsset
    readonly name: string
    readonly symbol: string
    /** The provider's own word for the network, such as `BASE`. */
    readonly network: string
    /** As visitors see the network; the services prefer their own name for it. */
    readonly networkName: string
  }[]
  readonly payment: readonly {
    /** ISO 4217. */
    readonly currency: string
    readonly name: string
    /** Ways to pay: lower-case words as `payMethodSchema` has them; null for a limit that is not stated. */
    readonly methods: readonly {
      readonly id: string
      readonly min: string | null
      readonly max: string | null
    }[]
  }[]
}

/** What is to be bought. */
export interface RampAsk {
  /** CAIP-19, checked: on a network that our nodes serve. */
  readonly asset: CaipAsset
  readonly paid: FiatAmount
  /** ISO 3166-1 or 3166-2, such as `DE` or `US-NY`; undefined where neither the visitor nor the operator said one. */
  readonly country: string | undefined
  /** A way to pay, as `options` names it; undefined for any. */
  readonly method: string | undefined
  /** Who receives; an address of the asset's network. */
  readonly recipient: string | undefined
}

/** What one service sells for an amount. Decimal texts, null for what is not known (F26). */
export interface RampQuote {
  /** The service behind the provider that sells, in its own word; undefined where the provider sells itself. */
  readonly service: string | undefined
  /** As visitors see it, such as `Transak`. */
  readonly serviceName: string
  readonly method: string
  /** What the visitor pays, with all fees. */
  readonly total: FiatAmount
  readonly subtotal: string | null
  /** Whole units of the asset that arrive. */
  readonly amount: string
  /** In the currency of `total`. */
  readonly networkFee: string | null
  readonly providerFee: string | null
  /** Seconds until it usually arrives, from and to. */
  readonly takes: readonly [number, number] | null
  /** False: an estimate, and the provider's page has the last word. */
  readonly firm: boolean
  /** True: no identity document is asked for. */
  readonly lowKyc: boolean | null
  /** Milliseconds since 1970; undefined where the provider names no end. */
  readonly expiresAt: number | undefined
  /** What `open` needs to know again, such as the vendor's id of the quote: at most 256 characters, sealed in the quote's id. */
  readonly tag?: string
}

/** Why a provider, or a service behind it, sells nothing here. */
export interface ServiceFault {
  /** As visitors see it; the provider's own name without one. */
  readonly service?: string
  readonly reason: RampFault
  readonly minimum?: string | undefined
  readonly maximum?: string | undefined
}

/** What every order says to its provider. */
interface NewOrder {
  /** The order's id by the services: the provider gets it as its own reference for the order, and webhooks bring it back. */
  readonly id: string
  /** Random for each project and receiver: the provider's id of its customer, and never the address itself. */
  readonly customer: string
  readonly asset: CaipAsset
  readonly recipient: string
  readonly country: string | undefined
  /** On one of the project's origins, checked. */
  readonly redirectUrl: string | undefined
  /** The visitor's own address: the socket's, or one that a trusted proxy forwarded. Undefined where it is not known. */
  readonly clientIp: string | undefined
}

/** A quote that a visitor chose. */
export interface NewRampOrder extends NewOrder {
  readonly paid: FiatAmount
  readonly method: string
  readonly service: string | undefined
  /** The quote's. */
  readonly tag: string | undefined
}

/** A transfer out of an account at an exchange. */
export interface NewExchangeOrder extends NewOrder {
  /** The exchange, as `exchanges` names it. */
  readonly exchange: string
  /** Whole units of the asset that are to arrive; undefined where the exchange `asksAmount` and nothing was said. */
  readonly amount: string | undefined
}

/** An order that a provider has taken. The services check host and receiver of the URL again (T71). */
export interface OpenedAtProvider {
  /** One-time, made at the press. */
  readonly url: string
  /** The provider's own id of the order, which `status` asks by; undefined while only ours is known. */
  readonly reference: string | undefined
  /** Milliseconds since 1970 until which `url` is good; undefined where the provider does not say: five minutes then. */
  readonly urlEndsAt: number | undefined
}

/** An order to ask about. */
export interface AskedOrder {
  /** By the services, as `open` got it. */
  readonly id: string
  readonly reference: string | undefined
  readonly kind: 'onramp' | 'exchange'
  /** As `open` got it. */
  readonly customer: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
}

/** What a provider says of an order when it is asked. */
export interface ToldStatus {
  /** `unknown`: the provider knows no such order yet. It never says `confirmed`: that is for our own nodes' receipt (T73). */
  readonly state: Exclude<WireOrder['state'], 'confirmed' | 'lost_sight'> | 'unknown'
  /** The provider's own id, where it is known now. */
  readonly reference?: string | undefined
  /** Whole units of the asset that it sends or sent; undefined where it does not say. */
  readonly amount?: string | undefined
  /** What it says it sends and to whom, where it says so: another asset or receiver than the order's is never confirmed. */
  readonly recipient?: string | undefined
  /** Of the transaction that pays out. */
  readonly hash?: string | undefined
  /** Its own reason for an end without money, as a word of at most 200 characters. */
  readonly reason?: string | undefined
}

/** A webhook's raw request. */
export interface RawWebhook {
  readonly body: Uint8Array
  readonly headers: Headers
  /** As the provider sees it: a public URL of the services with the request's path and query. */
  readonly url: string
}

/** An event in a webhook whose signature fits. It is a wake-up alone: its provider is asked before anything is believed. */
export interface ProviderEvent {
  /** Unique with this provider: the vendor's id of the event, or a digest of the body where it has none. At most 128 characters. */
  readonly id: string
  /** The order's id by the services, where the event names it. */
  readonly order?: string | undefined
  /** The provider's own id of the order. */
  readonly reference?: string | undefined
}

/** An exchange that sends an asset; decimal texts in whole units of the asset. */
export interface ExchangeOffer {
  /** Lower case, at most 64 characters; the services put the provider's id in front where two have the same one. */
  readonly id: string
  readonly name: string
  readonly minimum: string | null
  readonly maximum: string | null
  readonly fee: string | null
  /** Its own page asks how much: an order needs no amount. */
  readonly asksAmount: boolean
}

/** The side of a provider that takes money out of visitors' accounts at exchanges. */
export interface ExchangeSide {
  /** What its exchanges send in a country, on all networks. Cached by the services. @throws OnRampFault */
  assets(where: { readonly country: string | undefined }, signal: AbortSignal): Promise<readonly CaipAsset[]>
  /** Empty where none sends this asset, on this network, in this country. Cached by the services. @throws OnRampFault */
  exchanges(
    ask: { readonly asset: CaipAsset; readonly country: string | undefined },
    signal: AbortSignal,
  ): Promise<readonly ExchangeOffer[]>
  /** The same id of an order makes one order. @throws OnRampFault */
  open(order: NewExchangeOrder, signal: AbortSignal): Promise<OpenedAtProvider>
}

/**
 * A vendor that sells for fiat money, or that stands before exchanges. It throws `OnRampFault` where it has no answer; anything
 * else that it throws counts as `unavailable`. The services give each call its own time, keep answers of `options` for each country, and
 * trust none of them: URLs are checked (T71), statuses are the provider's word, and only a receipt by our own nodes confirms.
 */
export interface OnRampProvider {
  /** As orders and the webhook's path name it, such as `meld`: lower-case letters, digits and dashes, at most 64. */
  readonly id: string
  /** As visitors see it. */
  readonly name: string
  /** Percent, from and to, where the vendor publishes it; SPEC §9 "Onramp provider". */
  readonly feeRange?: readonly [string, string]
  /**
   * Hosts of its pages as `URL.host` has them, with a port that is not the default: the vendor's documented ones, or the operator's
   * settings, and never what its service answers. All of https; http on loopback alone.
   */
  readonly hosts: readonly string[]
  /** Absent where the provider only stands before exchanges. */
  readonly ramp?: {
    /** @throws OnRampFault */
    options(where: { readonly country: string | undefined }, signal: AbortSignal): Promise<RampOptions>
    /** A service that has none is one of `faults`. @throws OnRampFault */
    quote(
      ask: RampAsk,
      signal: AbortSignal,
    ): Promise<{ readonly quotes: readonly RampQuote[]; readonly faults: readonly ServiceFault[] }>
    /** The same id of an order makes one order. @throws OnRampFault */
    open(order: NewRampOrder, signal: AbortSignal): Promise<OpenedAtProvider>
  }
  readonly exchange?: ExchangeSide
  /** Asked on polls and after webhooks. @throws OnRampFault */
  status(order: AskedOrder, signal: AbortSignal): Promise<ToldStatus>
  /**
   * The events of a request whose signature and time fit; undefined for one that is not the provider's. Absent without a secret
   * for it: orders are polled then.
   */
  webhook?(request: RawWebhook): readonly ProviderEvent[] | undefined
}

/** Why a provider has no answer. */
export class OnRampFault extends Error {
  override readonly name = 'OnRampFault'
  readonly reason: RampFault
  /** With `too-small` and `too-large`, as decimal texts. */
  readonly minimum: string | undefined
  readonly maximum: string | undefined

  constructor(
    reason: RampFault,
    options: {
      readonly message?: string
      readonly cause?: unknown
      readonly minimum?: string | undefined
      readonly maximum?: string | undefined
    } = {},
  ) {
    super(options.message ?? reason, options.cause === undefined ? undefined : { cause: options.cause })
    this.reason = reason
    this.minimum = options.minimum
    this.maximum = options.maximum
  }
}
