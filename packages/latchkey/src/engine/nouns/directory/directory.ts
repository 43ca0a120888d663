/** The wallet directory as the rest of the engine and the widget see it (SPEC §7; F24, T98). */
import type { CaipNetworkId } from '../../../contract/caip.ts'
import type { WalletListing } from '../../../contract/wallet.ts'

export interface DirectoryQuery {
  /** From 1; default 1. */
  readonly page?: number
  /** 1 to 100; default 40. */
  readonly entries?: number
  readonly search?: string
  /** Lists only what the device can use. Default all. */
  readonly device?: 'phone' | 'desktop'
  /** The relay of the page. */
  readonly relay?: string
  readonly chains?: readonly CaipNetworkId[]
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** Of installed wallets, whose listings are wanted; with `names`, one of both is enough. */
  readonly rdns?: readonly string[]
  readonly names?: readonly string[]
  readonly signal?: AbortSignal
}

export interface DirectoryPage {
  /** Verified, or bundled with this library; links that must not be opened are gone, names are plain. */
  readonly data: readonly WalletListing[]
  /** Of all pages. */
  readonly count: number
  /** `bundled`: nothing could be had or verified; the bundled list with what was verified before (F24). */
  readonly source: 'directory' | 'bundled'
}

export interface Directory {
  /**
   * A page of wallets; never for want of a directory: then it comes from the bundled list, with one APKT003 alert.
   * Without `endpoints.directory` nothing is asked and nothing is alerted.
   * @throws LatchkeyError RPC_ABORTED; CHUNK_FAILED when even the bundled list did not come.
   */
  page(query?: DirectoryQuery): Promise<DirectoryPage>
  /**
   * A `data:` URL of a wallet's picture whose bytes are the ones `image_id` names; undefined when there is none, or it
   * is another one: a caller draws the monogram.
   * @throws LatchkeyError when no service answered, so that it may be asked for again; RPC_ABORTED.
   */
  image(imageId: string, signal?: AbortSignal): Promise<string | undefined>
}
