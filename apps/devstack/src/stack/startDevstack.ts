import { join, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Bundler } from '../bundler/createBundler.ts'
import type { DemandName } from '../chains/devNetworks.ts'
import { type DemandStart, startDemandChains } from '../demand/startDemandChains.ts'
import { buildPlayground } from '../playground/buildPlayground.ts'
import { assertPortsFree } from '../ports/assertPortsFree.ts'
import { probePort } from '../ports/probePort.ts'
import type { Providers } from '../providers/startProviders.ts'
import type { Ramp } from '../ramp/startRamp.ts'
import { claimDataFolder } from './claimDataFolder.ts'
import type { DevstackDescription } from './locateDevstack.ts'
import { type DevPart, type DevPorts, defaultPort, devParts, planPorts, wantedPorts } from './ports.ts'

/** The repository this file is in. */
const root = resolve(import.meta.dirname, '../../../..')

export interface DevstackOptions {
  /** First port; 0 takes free ones. Default 4400. */
  readonly port?: number | undefined
  /** Deletes the stored data of chains and services. */
  readonly fresh?: boolean | undefined
  /** The data folder. Default `.data/devstack` in the repository. */
  readonly data?: string | undefined
  /** A block for each transaction instead of one each second. */
  readonly automine?: boolean | undefined
  /** Parts to start beside the chains; default all. */
  readonly parts?: readonly DevPart[] | undefined
  /** Chains to start on demand, after everything else and without being waited for; default none. */
  readonly chains?: readonly DemandName[] | undefined
  /** Leaves the bundler until `stack.bundler.begin()`; default false: it starts after everything else. */
  readonly bundlerWaits?: boolean | undefined
  /** Vite's development server instead of the built playground. */
  readonly hot?: boolean | undefined
  /** IPv4 address to listen on. Default 127.0.0.1. */
  readonly host?: string | undefined
  /** Aborts a pending start. */
  readonly signal?: AbortSignal | undefined
  readonly log?: ((line: string) => void) | undefined
}

/** A running dev stack. */
export interface Devstack {
  readonly ports: DevPorts
  /** What runs beside the chains. */
  readonly parts: readonly DevPart[]
  /** As of now: a chain that starts on demand runs later than the rest. */
  readonly description: DevstackDescription
  /** The chains that start on demand. */
  readonly demand: DemandStart
  /** The bundler of the first chain; absent when that part was left out. */
  readonly bundler: Bundler | undefined
  /** The playground's page; absent when that part was left out. */
  readonly url: string | undefined
  /** Settles when a part ends that should not, or on `stop`; says which and how. */
  readonly failed: Promise<string>
  /** Ends every part, the last started first, and saves the chains. */
  stop(): Promise<void>
}

/**
 * Starts the local chains, the inbox, the ramp, the login provider, the services, the faucet, the playground and its phone
 * wallet, and then the chains on demand and the bundler. When one of them cannot start, the started ones end again; only a chain on
 * demand or the bundler is left out with one line. Each part's code loads only when it is its turn,
 * so that a refused or aborted start does not wait for unused code.
 * @throws Error with one clear line.
 */
export async function startDevstack(options: DevstackOptions = {}): Promise<Devstack> {
  const {
    port = defaultPort,
    fresh = false,
    automine = false,
    parts = devParts,
    chains: demanded = [],
  } = options
  const { hot = false, host = '127.0.0.1', signal, log = () => undefined } = options
  const data = resolve(options.data ?? join(root, '.data', 'devstack'))
  const planned = planPorts(port)
  if (port !== 0) await assertPortsFree(wantedPorts(planned, parts, demanded), host)

  const endings: (() => unknown)[] = []
  async function stop(): Promise<void> {
    for (const end of endings.splice(0).reverse()) await end()
  }
  /** Remembers how a part is ended, and goes no further when the start was called off meanwhile. */
  async function begin<Part>(starting: Promise<Part>, end: (part: Part) => unknown): Promise<Part> {
    const part = await starting
    endings.push(() => end(part))
    signal?.throwIfAborted()
    return part
  }

  try {
    endings.push(claimDataFolder(data))

    const { startChains } = await import('../chains/startChains.ts')
    const { locateDevstack, walletOrigin } = await import('./locateDevstack.ts')
    log('Starting the chains…')
    const chains = await begin(
      startChains({
        ports: planned.chains,
        automine,
        dataFolder: join(data, 'chains'),
        fresh,
        host,
        signal,
        log,
      }),
      all => Promise.all(all.map(chain => chain.stop())),
    )
    const chainPorts = Object.fromEntries(chains.map(chain => [chain.chainId, chain.port]))
    let ports: DevPorts = { ...planned, chains: chainPorts }

    const { startSolana } = await import('../solana/startSolana.ts')
    const solana = await begin(
      startSolana({
        port: ports.solana,
        host,
        dataFolder: join(data, 'chains', 'dogwood'),
        fresh,
        log,
      }),
      part => part.stop(),
    )
    ports = { ...ports, solana: solana.port }

    // Found now, so that the services can be told of chains that start after them.
    const found = await Promise.all(
      demanded.map(async name => [name, await probePort(ports.demand[name], host)] as const),
    )
    ports = { ...ports, demand: { ...ports.demand, ...Object.fromEntries(found) } }

    let smtpUrl: string | undefined
    if (parts.includes('inbox')) {
      const { startInbox } = await import('../inbox/startInbox.ts')
      const inbox = await begin(startInbox({ port: ports.inbox, host, log }), part => part.close())
      ports = { ...ports, inbox: inbox.port }
      smtpUrl = inbox.smtpUrl
    }
    // Started beside the services, which need no answer of it to start; each needs the other's address.
    let ramp: Promise<Ramp> | undefined
    const rampVariables: Record<string, string> = {}
    if (parts.includes('ramp')) {
      const { startRamp } = await import('../ramp/startRamp.ts')
      const { planRamp } = await import('../ramp/planRamp.ts')
      ports = {
        ...ports,
        ramp: await probePort(ports.ramp, host),
        services: await probePort(ports.services, host),
      }
      const plan = planRamp({ ports, chains })
      Object.assign(rampVariables, plan.variables)
      const folder = join(data, 'ramp')
      ramp = startRamp({ ...plan.options, host, dataFolder: folder, fresh, signal })
      const started = ramp
      // Before the services end; a start that failed has ended itself.
      endings.push(() =>
        started.then(
          part => part.close(),
          () => undefined,
        ),
      )
      ramp.catch(() => undefined)
    }
    let bundler: Bundler | undefined
    const bundling: Record<string, string> = {}
    const [first] = chains
    if (first !== undefined && parts.includes('bundler')) {
      const { bundlerVariables } = await import('../bundler/bundlerVariables.ts')
      const { createBundler } = await import('../bundler/createBundler.ts')
      ports = { ...ports, bundler: await probePort(ports.bundler, host) }
      Object.assign(bundling, bundlerVariables(first.chainId, ports.bundler))
      const dataFolder = join(data, 'bundler')
      const prepared = createBundler({ chain: first, port: ports.bundler, host, dataFolder, log })
      bundler = prepared
      // Before the services and the chain end.
      endings.push(() => prepared.stop())
    }
    if (parts.includes('services')) {
      log('Starting the services…')
      const dataFolder = join(data, 'services')
      let frame: { readonly folder: string; readonly port: number } | undefined
      if (parts.includes('frame')) {
        const cache = join(root, '.cache', 'frame')
        const folder = await buildPlayground({ root, page: 'frame', cache, signal, log })
        frame = { folder, port: await probePort(ports.frame, host) }
        ports = { ...ports, frame: frame.port }
        // Reading the sources keeps signals out; one that came meanwhile is heard in the turn after this one.
        await setImmediate()
        await setImmediate()
        signal?.throwIfAborted()
      }
      const origin = frame && walletOrigin(frame.port)
      let providers: Providers | undefined
      if (origin !== undefined && parts.includes('providers')) {
        const { startProviders } = await import('../providers/startProviders.ts')
        const [chain] = chains
        const starting = startProviders({ port: ports.providers, host, walletOrigin: origin, chain })
        providers = await begin(starting, part => part.close())
        ports = { ...ports, providers: providers.port }
      }
      const shop: Record<string, string> = {}
      if (parts.includes('playground')) {
        // The services tell the shop what was paid: they need its address before it is there.
        ports = { ...ports, playground: await probePort(ports.playground, host) }
        shop.PAYMENTS_DEV_WEBHOOK = `http://localhost:${ports.playground}/shop/webhook`
      }
      const { startServices } = await import('./startServices.ts')
      const starting = startServices({
        port: ports.services,
        host,
        dataFolder,
        fresh,
        chains,
        solana,
        demand: found,
        smtpUrl,
        frame,
        variables: { ...providers?.variables, ...rampVariables, ...shop, ...bundling },
      })
      const services = await begin(starting, part => part.close())
      ports = { ...ports, services: services.port }
    }
    if (parts.includes('faucet')) {
      const { startFaucet } = await import('../faucet/startFaucet.ts')
      const starting = startFaucet({ chains, solana, port: ports.faucet, host, log })
      const faucet = await begin(starting, part => part.close())
      ports = { ...ports, faucet: faucet.port }
    }
    let demand: DemandStart | undefined
    const describe = (): DevstackDescription =>
      locateDevstack(ports, demand?.running(), bundler?.state() === 'running')
    // Each page gets the other's address, so the description is read on request.
    const pages = { root, host, describe, hot, signal, log }
    if (parts.includes('phone')) {
      const { startPages } = await import('../playground/startPages.ts')
      const starting = startPages({ ...pages, page: 'phone', port: ports.phone })
      const phone = await begin(starting, part => part.close())
      ports = { ...ports, phone: phone.port }
    }
    if (parts.includes('playground')) {
      const { startPages } = await import('../playground/startPages.ts')
      const starting = startPages({ ...pages, page: 'playground', port: ports.playground })
      const playground = await begin(starting, part => part.close())
      ports = { ...ports, playground: playground.port }
    }

    const runningRamp = await ramp
    signal?.throwIfAborted()

    const started = startDemandChains({
      ports: found,
      automine,
      dataFolder: join(data, 'chains'),
      fresh,
      host,
      log,
    })
    demand = started
    endings.push(() => started.stop())
    if (options.bundlerWaits !== true) bundler?.begin()

    return {
      ports,
      parts,
      get description() {
        return describe()
      },
      demand: started,
      bundler,
      url: parts.includes('playground') ? `http://localhost:${ports.playground}` : undefined,
      failed: Promise.race([
        ...chains.map(async chain => `Chain ${chain.chainId} ended with ${await chain.exited}.`),
        ...(runningRamp ? [runningRamp.exited.then(how => `The ramp ended with ${how}.`)] : []),
      ]),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
