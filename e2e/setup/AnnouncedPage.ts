import type { Address, Hex } from 'viem'
import { readStack } from './stack.ts'
import { Widget } from './Widget.ts'

/** What the page `announced` puts on `window.announcedLab`; wallets are named by their rdns. */
export interface AnnouncedLab {
  announced(): readonly string[]
  /** Names of wallets in the widget's own list. */
  listed(): readonly string[]
  readonly viem: {
    address(rdns: string): Promise<Address>
    signMessage(rdns: string, message: string): Promise<{ signature: Hex; isGood: boolean }>
    signTypedData(rdns: string): Promise<{ signature: Hex; isGood: boolean }>
    send(rdns: string, to: Address, ether: string): Promise<{ hash: Hex; status: string }>
    capabilities(rdns: string): Promise<unknown>
    sendCalls(rdns: string, to: readonly Address[], ether: string): Promise<{ status: string; hashes: Hex[] }>
    /** The name of what viem understood by the refusal, or 'sent'. */
    atomic(rdns: string, to: Address): Promise<string>
    /** Calls as one by the widget's own provider, and what came of them. */
    sendAtomic(
      to: readonly Address[],
      ether: string,
    ): Promise<{ statusCode: number; atomic: boolean; receipts: string[] | undefined }>
  }
  readonly wagmi: {
    connectors(): readonly string[]
    connect(id: string): Promise<{ address: Address; chainId: number }>
    /** Whether wagmi's own check takes the signature. */
    signMessage(message: string): Promise<boolean>
    switchChain(chainId: number): Promise<number>
    sendTransaction(to: Address, ether: string): Promise<Hex>
    status(): string
  }
}

/** A page that knows wallets by EIP-6963 alone, with third-party code; and one with the widget to log in with. */
export class AnnouncedPage extends Widget {
  async goto(
    name: 'announced' | 'testdapp' | 'hooks2' | 'hooks3',
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { hosts, loginProjectId, frame } = readStack()
    const query = new URLSearchParams({ project: loginProjectId, frame, ...more })
    await this.page.goto(`${hosts}/${name}/?${query}`)
  }

  /** Runs in the page with what it put on `window`. */
  run<Result>(act: (lab: AnnouncedLab) => Result): Promise<Awaited<Result>> {
    return this.page.evaluate(`(${act})(window.announcedLab)`) as Promise<Awaited<Result>>
  }

  /** Begins in the page what needs the visitor, with a JSON value; the answer waits for its outcome. */
  async begin<Result, Input = undefined>(
    act: (lab: AnnouncedLab, input: Input) => Promise<Result>,
    input?: Input,
  ): Promise<() => Promise<Result>> {
    const call = `(${act})(window.announcedLab, ${JSON.stringify(input)})`
    const begun = await this.page.evaluateHandle<{ outcome: Promise<Result> }>(
      `(() => { const outcome = ${call}; outcome.catch(() => {}); return { outcome } })()`,
    )
    return () => begun.evaluate(({ outcome }) => outcome)
  }
}
