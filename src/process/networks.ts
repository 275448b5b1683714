/** Identifies clients by their IP addresses, and the networks around them (test/spec/01.3). */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * The client of an address: an IPv4 address itself, or the /64 of an IPv6 address, all of which one
 * client owns. An IPv4 address in IPv6 notation counts as IPv4. Any other text is returned
 * unchanged.
 */
export function clientOf(ip: string): string {
  const plain = ipv4Of(ip)
  return plain ?? (isIPv6(ip) ? prefixOf(ip, 64) : ip)
}

/** The client's network: the /24 of an IPv4 address, the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const plain = ipv4Of(ip)
  if (!plain) return clientOf(ip)
  return `${plain.split('.').slice(0, 3).join('.')}.0/24`
}

/**
 * The /48 of an IPv6 address, 65,536 clients that may be one customer of a provider; undefined for
 * any other address.
 */
export function siteOf(ip: string): string | undefined {
  return isIPv6(ip) && !ipv4Of(ip) ? prefixOf(ip, 48) : undefined
}

/** A site may use up the limits of this many clients. */
export const clientsOfSite = 10

function ipv4Of(ip: string): string | undefined {
  if (isIPv4(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  return mapped && isIPv4(mapped) ? mapped : undefined
}

function prefixOf(ip: string, bits: 48 | 64): string {
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::')
  const before = head.split(':').filter(Boolean)
  // An IPv4 tail counts as two groups; the first four groups of a full address never include it.
  const after = (tail ?? '').split(':').filter(Boolean)
  const width = (groups: string[]) =>
    groups.reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0)
  const zeros = tail === undefined ? 0 : 8 - width(before) - width(after)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, bits / 16)
  const plain = groups.map((group) => Number.parseInt(group, 16).toString(16))
  return `${plain.join(':')}::/${bits}`
}

/** A test whether an address is in one of `ranges`: addresses or CIDR ranges. */
export function isWithin(ranges: readonly string[]): (ip: string) => boolean {
  const familyOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4')
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  // The list also matches IPv4 addresses in IPv6 notation.
  return (ip) => isIP(ip) !== 0 && list.check(ip, familyOf(ip))
}
