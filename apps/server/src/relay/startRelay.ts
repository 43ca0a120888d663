import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { relayLimits, relayPath } from 'latchkey/services'
import { WebSocketServer } from 'ws'
import { oneOf } from '../core/context/oneOf.ts'
import type { Serving } from '../core/context/room.ts'
import type { ServicesContext } from '../core/context/servicesContext.ts'
import { createAddressReader } from '../core/http/createClientAddress.ts'
import { makeProjects } from '../projects/makeProjects.ts'
import type { ProjectsSettings } from '../projects/readProjectsSettings.ts'
import { type AdmissionRules, admitSocket } from './admitSocket.ts'
import { createAcks } from './createAcks.ts'
import { createAlarm } from './createAlarm.ts'
import { createCalls } from './createCalls.ts'
import { createFetch } from './createFetch.ts'
import { createHub } from './createHub.ts'
import { createMailbox, subscriptionRefresh } from './createMailbox.ts'
import { createMeter } from './createMeter.ts'
import { createPublisher } from './createPublisher.ts'
import { createPushGate } from './createPushGate.ts'
import { createQuota } from './createQuota.ts'
import { createRefusals, refuseNow } from './createRefusals.ts'
import { createRelayMetrics } from './createRelayMetrics.ts'
import { createReplay } from './createReplay.ts'
import { noShelves, openShelves } from './createShelves.ts'
import { createSocketServer } from './createSocketServer.ts'
import { createStrikes } from './createStrikes.ts'
import { createTally } from './createTally.ts'
import { createTransport } from './createTransport.ts'
import { createUnfinished } from './createUnfinished.ts'
import { createUsage } from './createUsage.ts'
import { noWakes, openWakes, type Wakes } from './createWakes.ts'
import { drainSockets } from './drainSockets.ts'
import { hasRelay, type RelaySettings } from './readRelaySettings.ts'
import { silentRelayMetrics } from './relayMetrics.ts'
import type { RelaySocket } from './socket.ts'
import { sweepRelay } from './sweepRelay.ts'
import { watchSockets } from './watchSockets.ts'

export interface RelayNeeds extends ProjectsSettings {
  readonly relay: RelaySettings
}

/** Handshakes that wait for an answer of ours. */
const mostHandshakes = 1_000
/** Bytes of a call that is no batch; a message and what goes with it. */
const largestCall = 200_000
const longestUrl = 8_192
/** What a path is read against. */
const anyHost = 'ws://relay'
/** Milliseconds for a peer to answer a close. */
const lastWords = 2_000
/** Milliseconds over which sockets are let go: with the last words, and what closes after them, less than ten seconds. */
const drainTime = 5_000
const tooMany = { reason: 'Too many connections', name: 'rate', status: 429 } as const

/** Answers the relay protocol on the sockets that the server upgrades; without a public URL there is no relay. */
export async function startRelay(
  ctx: ServicesContext<RelayNeeds>,
  server: Server,
): Promise<Serving | undefined> {
  const { store, shared, settings, log, clock, now } = ctx
  const { limits, publicUrls } = settings.relay
  const metrics = ctx.metrics === undefined ? silentRelayMetrics : createRelayMetrics(ctx.metrics.registry)
  if (!hasRelay(settings)) return undefined
  const onFailure = createAlarm(log, clock)

  const shelves =
    settings.databaseUrl === undefined ? noShelves : await openShelves({ store, now, onFailure })
  const mailbox = createMailbox({ store, limits, shelves })
  const quota = createQuota({
    count: options => mailbox.bytes({ ...options, now: now() }),
    most: limits.projectBytes,
    clock,
    onFailure,
  })
  const subscriptions = createUsage({
    count: mailbox.countSubscriptions,
    most: limits.subscriptions,
    clock,
    onFailure,
  })
  await Promise.all([quota.measure(), subscriptions.measure()])
  const acks = createAcks({ mailbox, onFailure, clock })
  const gate = createPushGate({ clock })
  // The publisher announces by what hears of the publisher's messages: the one is there before the other.
  let wakes: Wakes = noWakes
  const hub = createHub({
    acks,
    gate,
    metrics,
    now,
    onFirst: topic => wakes.add(topic),
    onNone: topic => wakes.remove(topic),
  })
  const publisher = createPublisher({
    hub,
    mailbox,
    wakes: { announce: keys => wakes.announce(keys) },
    quota,
    limits,
    metrics,
    now,
    clock,
  })
  if (settings.databaseUrl !== undefined)
    wakes = await openWakes({
      shared,
      mailbox,
      isHeard: hub.isHeard,
      hasElders: shelves.hasElders,
      onMessage: message => publisher.isFirst(message) && hub.deliver(message),
      onFailure,
      now,
    })
  const meter = createMeter({ limits, clock })
  const replay = createReplay({
    hub,
    mailbox,
    acks,
    meter,
    flyingOn: publisher.flyingOn,
    heard: topics => wakes.heard(topics),
    now,
    onFailure,
  })
  const fetch = createFetch({ mailbox, acks, meter, now })
  const readyCall = createCalls({ hub, mailbox, publisher, replay, fetch, limits, subscriptions, now })
  const abusers = createStrikes(clock)
  const serve = createSocketServer({
    hub,
    readyCall,
    meter,
    gate,
    limits,
    metrics,
    clock,
    onAbuse: abusers.strike,
    onFailure,
  })
  const watch = watchSockets({ hub, replay, gate, metrics, clock })
  shared.lead('relay', term => sweepRelay({ store, shelves, limits, now }, term))
  metrics.watch(() => ({ sockets: hub.sockets.size, clients: hub.clients.size }))

  const unfinished = createUnfinished({
    single: Math.max(largestCall, limits.message + 65_536),
    perAddress: limits.unfinishedBytes,
    clock,
  })
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: relayLimits.frame,
    // Types of ws do not know it yet.
    ...{ closeTimeout: lastWords },
  })
  const refusals = createRefusals({ sockets, most: limits.refusals, delay: limits.refusalDelay })
  const addressOf = createAddressReader(settings.trustedProxies)
  const rules: AdmissionRules = {
    projects: oneOf(ctx, makeProjects),
    development: settings.development,
    publicUrls,
    perAddress: shared.limiter({
      name: 'relay handshakes',
      perSecond: limits.handshakesPerMinute / 60,
      burst: limits.handshakesBurst,
      whenDown: 'open',
    }),
    perClient: shared.limiter({
      name: 'relay clients',
      perSecond: limits.handshakesPerMinuteOfClient / 60,
      burst: limits.handshakesPerMinuteOfClient,
      whenDown: 'open',
    }),
    now,
  }
  const addresses = createTally()
  const projects = createTally()
  let handshakes = 0
  let isDraining = false

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const { url = '' } = request
    const { pathname, searchParams: query } = new URL(url, anyHost)
    if (pathname !== relayPath && pathname !== '/') return refuseNow(socket, 404)
    if (isDraining || handshakes >= mostHandshakes || !refusals.hasRoom) return refuseNow(socket, 503)
    const header = request.headers['x-forwarded-for']
    const address = addressOf(request.socket.remoteAddress, Array.isArray(header) ? header.join() : header)
    const asClose = query.get('useOnCloseEvent') === 'true'
    handshakes++
    const admission = await admitSocket(rules, { request, query, address }).finally(() => handshakes--)
    if (socket.destroyed) return
    const isFull =
      'project' in admission &&
      (addresses.count(address) >= limits.socketsPerAddress ||
        projects.count(admission.project) >= limits.socketsPerProject)
    if (isFull || 'reason' in admission) {
      const refusal = 'reason' in admission ? admission : tooMany
      metrics.refused(refusal.name)
      refusals.refuse({ request, socket, head, address, refusal, asClose })
      return
    }
    const leave = [addresses.join(address), projects.join(admission.project)]
    socket.once('close', () => {
      for (const each of leave) each()
    })
    accept(request, socket, head, { ...admission, address })
  }

  const accept = (
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    {
      clientId,
      project,
      address,
    }: { readonly clientId: string; readonly project: string; readonly address: string },
  ): void =>
    sockets.handleUpgrade(request, stream, head, ws => {
      const client = hub.clientOf(clientId)
      const opened = clock()
      // A client that was closed and reconnects has no second burst.
      const least = Math.min(limits.callsBurst, limits.callsPerSecond)
      const tokens = abusers.isStruck(address) ? least : limits.callsBurst
      const socket: RelaySocket = {
        transport: createTransport(ws, stream),
        client,
        project,
        address,
        prefix: 'irn',
        topics: new Set(),
        isRestored: false,
        pushed: undefined,
        replay: undefined,
        gate: undefined,
        replayed: undefined,
        isLeaving: false,
        isDismissed: false,
        isAlive: true,
        openedAt: opened,
        heardAt: opened,
        tokens,
        tokensAt: opened,
        refused: limits.callsBurst - tokens,
      }
      const isNew = !hub.clients.has(clientId)
      hub.join(socket)
      watch.add(socket)
      unfinished.watch(stream, address, why => {
        metrics.closed(why === 'large' ? 'frame' : 'unfinished')
        // What its client sends further is not read.
        if (why === 'large') socket.transport.dismiss(1_009, 'Too large for a call')
        else socket.transport.terminate()
      })
      // Its subscriptions outlived its last connection; until they are known nothing is read.
      if (isNew) {
        ws.pause()
        void restore(socket).finally(() => ws.resume())
      }
      ws.on('message', (data: Buffer, isBinary: boolean) => {
        if (isBinary) {
          metrics.closed('frame')
          ws.close(1_003, 'Text frames only')
          return
        }
        serve(socket, data).catch(onFailure)
      })
      ws.on('pong', payload => {
        socket.isAlive = true
        gate.hear(socket, payload)
      })
      // ws reports a frame's error to the peer by its own close code.
      ws.on('error', () => metrics.closed('frame'))
      ws.on('close', () => hub.leave(socket))
    })

  const restore = async ({ client }: RelaySocket): Promise<void> => {
    try {
      const kept = await mailbox.topicsOf(client.id)
      for (const { topic, seenAt } of kept)
        if (client.sockets.size > 0 && !client.topics.has(topic)) hub.listen(client, topic, seenAt)
      await wakes.heard(client.topics.keys())
      // A client that never subscribes anew makes use of them all the same.
      const topics = kept.filter(each => now() - each.seenAt > subscriptionRefresh).map(each => each.topic)
      if (topics.length > 0) await mailbox.write({ clientId: client.id, topics, now: now() })
    } catch (error) {
      // It subscribes again by itself, as nearly all clients do.
      onFailure(error)
    }
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy())
    const { url = '' } = request
    if (url.length > longestUrl || !URL.canParse(url, anyHost)) {
      refuseNow(socket, 400)
      return
    }
    upgrade(request, socket, head).catch(error => {
      onFailure(error)
      refuseNow(socket, 503)
    })
  }
  server.on('upgrade', onUpgrade)

  return {
    // Lets sockets go one by one over a time of its own, so that they do not come back all at once.
    async drain() {
      isDraining = true
      refusals.close()
      await drainSockets({
        hub,
        metrics,
        clock,
        time: settings.relay.drainTime ?? (settings.development ? 500 : drainTime),
        lastWords,
      })
    },
    // Closes the remaining sockets, and lets waiting marks be written.
    async close() {
      server.off('upgrade', onUpgrade)
      watch.stop()
      shelves.stop()
      unfinished.stop()
      quota.stop()
      subscriptions.stop()
      for (const socket of hub.sockets) socket.transport.terminate()
      await wakes.close()
      await acks.flush()
    },
  }
}
