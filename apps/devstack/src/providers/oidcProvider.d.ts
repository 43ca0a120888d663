/** As much of oidc-provider as the dev stack uses; it brings no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface AdapterPayload {
    readonly uid?: string
    readonly grantId?: string
    readonly [name: string]: unknown
  }

  export interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export interface Context {
    readonly oidc: {
      readonly client: { readonly clientId: string }
      readonly session: { readonly accountId: string }
      readonly result?: { readonly login?: object } | undefined
      readonly requestParamScopes: ReadonlySet<string>
      readonly provider: Provider
    }
    body: unknown
    type: string
    status: number
  }

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    readonly Grant: new (of: {
      readonly clientId: string
      readonly accountId: string
    }) => Grant
    readonly AccessToken: {
      find(token: string): Promise<{ readonly accountId: string; readonly scope?: string } | undefined>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ readonly uid: string }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>
    on(event: string, listener: (...args: readonly unknown[]) => void): this
  }

  interface Prompt {
    readonly checks: { add(check: object): void }
  }

  export const interactionPolicy: {
    base(): { get(name: string): Prompt }
    readonly Check: new (reason: string, description: string, check: (context: Context) => boolean) => object
  }
}
