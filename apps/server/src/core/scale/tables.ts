/** Tables of what processes share. */
export interface ScaleTables {
  leases: {
    name: string
    /** The process that leads; empty when the lead was laid down. */
    holder: string
    /** Increases with each holder: a write with an older token changes nothing. */
    token: number
    /** One more with each renewal. */
    beat: number
    /** Milliseconds without a renewal after which another may take over. */
    ttl: number
    /** Always 0; `fence` sets 1, which the table refuses. */
    is_fenced: number
  }
}
