import { expect, it } from 'vitest'
import { createLog } from '../core/log/createLog.ts'
import { createLocalShared } from '../core/scale/createLocalShared.ts'
import { eachStore } from '../core/store/eachStore.fixture.ts'
import type { Store } from '../core/store/store.ts'
import { isStoreError } from '../core/store/storeError.ts'
import { createProjects, projectChannel } from './createProjects.ts'
import { warnOfOrigins } from './warnOfOrigins.ts'

/** Counts what the store is asked, and lets it fail. */
function watched(store: Store) {
  const state = { reads: 0, isOut: false }
  const db = new Proxy(store.db, {
    get(target, name) {
      if (name === 'selectFrom') {
        state.reads++
        if (state.isOut) throw new Error('connection lost')
      }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { store: { db }, state }
}

eachStore('createProjects', open => {
  const addProject = (store: Store, id: string) =>
    store.write([store.compose.insertInto('projects').values({ id, name: id, created_at: 1 }).compile()])
  const addOrigin = (store: Store, project_id: string, origin: string) =>
    store.write([store.compose.insertInto('project_origins').values({ project_id, origin }).compile()])

  async function openProjects() {
    const inner = await open()
    await addProject(inner, 'shop')
    const { store, state } = watched(inner)
    const time = { now: 0 }
    const clock = () => time.now
    const shared = createLocalShared({ clock, log: createLog({ level: 'silent' }) })
    return { inner, state, time, shared, projects: createProjects({ store, shared, clock, lifetime: 5_000 }) }
  }
  // One of the project and its origins, one of its flags.
  const readsOfOne = 2

  it('S11d: leaves out stored origins that are none, and reports them', async () => {
    const { inner, shared } = await openProjects()
    for (const origin of ['https://*.shop.example', 'https://shop.example', 'https://a.example;sandbox'])
      await addOrigin(inner, 'shop', origin)
    const lines: string[] = []
    const log = createLog({ level: 'warn', sink: { write: line => lines.push(line) } })
    const projects = createProjects({
      store: inner,
      shared,
      clock: () => 0,
      lifetime: 0,
      onIgnored: warnOfOrigins(log),
    })
    expect((await projects.find('shop'))?.allowedOrigins).toEqual(['https://shop.example'])
    await projects.find('shop')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      projectId: 'shop',
      origins: ['https://*.shop.example', 'https://a.example;sandbox'],
    })
  })

  it('asks the store once for many requests, and again after the lifetime', async () => {
    const { projects, state, time } = await openProjects()
    const all = await Promise.all(Array.from({ length: 50 }, () => projects.find('shop')))
    for (let i = 0; i < 50; i++) await projects.find('shop')
    expect(all[0]).toEqual({
      id: 'shop',
      name: 'shop',
      revision: 0,
      allowedOrigins: [],
      features: [],
      addresses: [],
      isAnalyticsEnabled: false,
    })
    expect(state.reads).toBe(readsOfOne)
    time.now = 5_000
    await projects.find('shop')
    expect(state.reads).toBe(2 * readsOfOne)
  })

  it('applies a reported change at once, also one that comes during a read', async () => {
    const { inner, projects, shared } = await openProjects()
    await projects.find('shop')
    await addOrigin(inner, 'shop', 'https://shop.example')
    expect((await projects.find('shop'))?.allowedOrigins).toEqual([])
    await shared.publish(projectChannel, 'shop')
    const reading = projects.find('shop')
    await addOrigin(inner, 'shop', 'https://www.shop.example')
    await shared.publish(projectChannel, 'shop')
    await reading
    expect((await projects.find('shop'))?.allowedOrigins).toEqual([
      'https://shop.example',
      'https://www.shop.example',
    ])
  })

  it('does not cache unknown ids', async () => {
    const { inner, projects } = await openProjects()
    expect(await projects.find('later')).toBeUndefined()
    expect(projects.has('later')).toBe(false)
    await addProject(inner, 'later')
    expect((await projects.find('later'))?.id).toBe('later')
  })

  it('F42: bridges an outage of the store with what it has, for an hour, and asks it once a second', async () => {
    const { projects, state, time } = await openProjects()
    await projects.find('shop')
    state.isOut = true
    state.reads = 0
    time.now = 5_000
    for (let i = 0; i < 10; i++) expect((await projects.find('shop'))?.id).toBe('shop')
    expect(state.reads).toBe(1)
    time.now = 3_600_001
    const error = await projects.find('shop').catch((thrown: unknown) => thrown)
    expect(isStoreError(error, 'failed')).toBe(true)
    state.isOut = false
    expect((await projects.find('shop'))?.id).toBe('shop')
  })

  it('F42: does not bridge with a changed project', async () => {
    const { projects, state, shared } = await openProjects()
    await projects.find('shop')
    state.isOut = true
    await shared.publish(projectChannel, 'shop')
    await expect(projects.find('shop')).rejects.toThrow('The projects cannot be read')
  })
})
