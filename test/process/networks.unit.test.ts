/** Which addresses are one client. */
import { describe, expect, test } from 'vitest'
import { clientOf, networkOf, siteOf } from '../../src/process/networks.ts'

describe('networks', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24', undefined],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24', undefined],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0:0::/64', '0:0:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
    ['a:b:c:d:e::', 'a:b:c:d::/64', 'a:b:c:d::/64', 'a:b:c::/48'],
    ['unix', 'unix', 'unix', undefined],
  ])('%s is the client %s in %s of the site %s', (ip, address, network, site) => {
    expect(clientOf(ip)).toBe(address)
    expect(networkOf(ip)).toBe(network)
    expect(siteOf(ip)).toBe(site)
  })
})
