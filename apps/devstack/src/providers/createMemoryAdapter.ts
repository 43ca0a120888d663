import type { AdapterPayload } from 'oidc-provider'

/** The most records of one provider. */
const most = 10_000

/** The interface that oidc-provider needs of its storage. */
export interface Adapter {
  upsert(id: string, payload: AdapterPayload, seconds: number): Promise<void>
  find(id: string): Promise<AdapterPayload | undefined>
  findByUid(uid: string): Promise<AdapterPayload | undefined>
  findByUserCode(): Promise<undefined>
  consume(id: string): Promise<void>
  destroy(id: string): Promise<void>
  revokeByGrantId(grantId: string): Promise<void>
}

/** Where a provider keeps what it issued: memory, until the stack ends. */
export function createMemoryAdapter(): (kind: string) => Adapter {
  const records = new Map<string, { readonly payload: AdapterPayload; readonly until: number }>()
  const uids = new Map<string, string>()

  const find = (key: string): AdapterPayload | undefined => {
    const record = records.get(key)
    return record !== undefined && record.until > Date.now() ? record.payload : undefined
  }

  return kind => {
    const keyOf = (id: string): string => `${kind} ${id}`
    return {
      async upsert(id, payload, seconds) {
        if (payload.uid !== undefined) uids.set(`${kind} ${payload.uid}`, keyOf(id))
        records.set(keyOf(id), { payload, until: Date.now() + seconds * 1_000 })
        for (const [oldest] of records) {
          if (records.size <= most) break
          records.delete(oldest)
        }
      },
      find: async id => find(keyOf(id)),
      findByUid: async uid => find(uids.get(`${kind} ${uid}`) ?? ''),
      findByUserCode: async () => undefined,
      async consume(id) {
        const record = records.get(keyOf(id))
        if (record === undefined) return
        const consumed = Math.floor(Date.now() / 1_000)
        records.set(keyOf(id), { ...record, payload: { ...record.payload, consumed } })
      },
      async destroy(id) {
        records.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of records) {
          if (payload.grantId === grantId) records.delete(key)
        }
      },
    }
  }
}
