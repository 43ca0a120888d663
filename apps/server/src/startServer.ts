import { createHttpServer } from './core/http/createHttpServer.ts'
import { countRunning, drain } from './core/http/drain.ts'
import { listen } from './core/http/listen.ts'
import { createLog, type LogSink } from './core/log/createLog.ts'
import { createMetrics } from './core/metrics/createMetrics.ts'
import { serveMetrics } from './core/metrics/serveMetrics.ts'
import { openShared } from './core/scale/openShared.ts'
import { parseEnvironment } from './core/settings/parseEnvironment.ts'
import { settingsSecrets } from './core/settings/settingsSecrets.ts'
import { openStore } from './core/store/openStore.ts'
import { createApp } from './createApp.ts'
import { openDirectoryKeys } from './data/directory/openDirectoryKeys.ts'
import { tellDirectoryKeys } from './data/directory/tellDirectoryKeys.ts'
import { startIndexer } from './data/indexer/startIndexer.ts'
import { openSignerKey } from './data/names/openSignerKey.ts'
import { keepEventsYoung } from './people/analytics/dropOldEvents.ts'
import { openAttestationKey } from './people/attestation/openAttestationKey.ts'
import { sweepCustody } from './people/custody/sweepCustody.ts'
import { checkVault, openVault } from './people/custody/vault/openVault.ts'
import { serveFrame } from './people/frame/serveFrame.ts'
import { sweepLogin } from './people/login/sweepLogin.ts'
import { createMailer } from './people/mail/createMailer.ts'
import { openSignInKey } from './people/signin/openSignInKey.ts'
import { sweepSignIn } from './people/signin/sweepSignIn.ts'
import { createSocial } from './people/social/createSocial.ts'
import { seedDevelopmentProject } from './projects/seedDevelopmentProject.ts'
import { startRelay } from './relay/startRelay.ts'

export interface StartOptions {
  /** Instead of PORT; 0 takes any free one. */
  readonly port?: number
  /** Instead of HOST. */
  readonly host?: string
  /** Instead of DATA_FOLDER. */
  readonly dataFolder?: string
  /** The variables of README; the process's own by default. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Where log lines go; standard output by default. */
  readonly log?: LogSink
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /** Where the metrics are, with METRICS_PORT. */
  readonly metricsPort: number | undefined
  /** Where the wallet's page is, with FRAME_PORT. */
  readonly framePort: number | undefined
  /** Refuses new requests, lets running ones finish for DRAIN_TIMEOUT_MS at most, lays down its leads and closes the store. */
  close(): Promise<void>
}

/**
 * Opens the store and the port.
 * @throws EnvironmentError, StoreError, or an Error with one clear sentence when the port cannot be had.
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const settings = parseEnvironment(options.env ?? process.env)
  const host = options.host ?? settings.host
  const log = createLog({
    level: settings.logLevel,
    secrets: settingsSecrets(settings),
    ...(options.log === undefined ? {} : { sink: options.log }),
  })
  const clock = () => performance.now()
  // What is open so far, the last one first: a start that fails lets go of all of it.
  const opened: (() => Promise<void>)[] = []
  const store = await openStore({ ...settings, dataFolder: options.dataFolder ?? settings.dataFolder })
  opened.unshift(() => store.close())
  let draining = false
  const isDraining = () => draining
  try {
    const folder = options.dataFolder ?? settings.dataFolder
    const directoryKeys = await openDirectoryKeys(settings.directory, folder)
    const attestationKey = await openAttestationKey(settings.attestation, folder)
    tellDirectoryKeys(directoryKeys, { settings, log })
    if (
      settings.databaseUrl !== undefined &&
      settings.attestation.key === undefined &&
      settings.attestation.keyFile === undefined
    )
      log.warn('the attestation key is this machine’s own: give all processes one by ATTESTATION_KEY')
    const signInKey = await openSignInKey(settings.signIn, folder)
    if (
      settings.databaseUrl !== undefined &&
      settings.signIn.key === undefined &&
      settings.signIn.keyFile === undefined
    )
      log.warn('the sign-in key is this machine’s own: give all processes one by SIGNIN_KEY')
    const custodyVault = openVault(settings.custody, { dataFolder: folder, now: Date.now, clock })
    await checkVault(store, custodyVault)
    const { walletOrigin, keys, keyFolder, transit } = settings.custody
    if (settings.databaseUrl !== undefined && walletOrigin !== undefined && !(keys || keyFolder || transit))
      log.warn(
        'the vault’s keys are this machine’s own: give all processes them by CUSTODY_KEKS, CUSTODY_KEK_FOLDER or CUSTODY_TRANSIT_URL, or what one closes no other opens',
      )
    const mailer = createMailer(settings.mail)
    opened.unshift(async () => mailer.close())
    const nameSignerKey = openSignerKey(settings, folder)
    if (settings.development) await seedDevelopmentProject(store, Date.now())
    const shared = await openShared({ settings, store, clock, log })
    opened.unshift(() => shared.close())
    const now = Date.now
    shared.lead('analytics', term => keepEventsYoung({ store, days: settings.analytics.days, now }, term))
    shared.lead('sign-in', term => sweepSignIn({ store, now }, term))
    shared.lead('login', term => sweepLogin({ store, now }, term))
    shared.lead('custody', term => sweepCustody({ store, days: settings.custody.auditDays, now }, term))
    const metrics =
      settings.metricsPort === undefined ? undefined : createMetrics({ store, shared, isDraining })
    const social = createSocial({
      store,
      settings: settings.social,
      key: signInKey,
      walletOrigin: settings.custody.walletOrigin ?? '',
      now,
    })
    const app = createApp({
      store,
      settings,
      log,
      directoryKeys,
      attestationKey,
      signInKey,
      social,
      custodyVault,
      mailer,
      shared,
      clock,
      isDraining,
      ...(metrics && { metrics }),
      ...(nameSignerKey && { nameSignerKey }),
    })
    const server = createHttpServer({ fetch: app.fetch, headersTimeout: settings.headersTimeout })
    const running = countRunning(server)
    const metricsServer = metrics && (await serveMetrics(metrics, settings))
    opened.unshift(async () => metricsServer?.close())
    const relay = await startRelay({
      server,
      store,
      shared,
      settings,
      log,
      clock,
      now,
      metrics: metrics?.relay,
    })
    opened.unshift(async () => relay?.close())
    const port = await listen(server, options.port ?? settings.port, host)
    const serving = serveFrame({ settings, store, shared, social, clock, log, host, servicesPort: port })
    const frame = await serving.catch(error => {
      server.close()
      throw error
    })
    opened.unshift(async () => frame?.close())
    const url = `http://${urlHost(host)}:${port}`
    log.info({ url, metricsPort: metricsServer?.port }, 'listening')
    startIndexer({ settings, store, shared, clock, log, onUpstream: metrics?.upstream })

    let closing: Promise<void> | undefined
    return {
      url,
      port,
      metricsPort: metricsServer?.port,
      framePort: frame?.port,
      close() {
        closing ??= (async () => {
          draining = true
          log.info('draining')
          const { drainTimeout } = settings
          // Another process may lead while this one still answers.
          await Promise.all([
            drain(server, running, drainTimeout),
            frame?.close(drainTimeout),
            // Before the port's last socket is gone, the port is not closed.
            relay?.drain(),
            within(drainTimeout, shared.resign()),
          ])
          for (const close of opened) await within(lastWords, close())
          log.info('stopped')
        })()
        return closing
      },
    }
  } catch (error) {
    for (const close of opened) await close()
    throw error
  }
}

/** Milliseconds that each part gets to close when there is nothing to wait for any more. */
const lastWords = 1_000

/** Waits for something, but not for longer. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work.catch(() => {}), late])
  clearTimeout(timer)
}

/** A name under which this machine reaches itself, for a host that stands for all of its addresses. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
