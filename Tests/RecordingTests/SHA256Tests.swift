import Recording
import Testing

/// The examples of FIPS 180-4, and those of its authors.
@Suite struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func examples(text: String, hash: String) {
    #expect(SHA256.hexadecimal(text.utf8) == hash)
  }

  @Test("bytes in any pieces have the hash of all", arguments: [1, 55, 56, 63, 64, 65, 1000])
  func pieces(size: Int) {
    var hash = SHA256()
    var left = 20_000
    while left > 0 {
      let count = min(size, left)
      hash.feed(Array(repeating: UInt8(ascii: "a"), count: count))
      left -= count
    }
    #expect(hash.size == 20_000)
    #expect(hash.finish() == SHA256.hexadecimal(Array(repeating: UInt8(ascii: "a"), count: 20_000)))
  }

  @Test func millionLetters() {
    var hash = SHA256()
    for _ in 0..<100 { hash.feed(Array(repeating: UInt8(ascii: "a"), count: 10_000)) }
    #expect(
      hash.finish() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
