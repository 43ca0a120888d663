// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IRegistry {
    function resolver(bytes32 node) external view returns (address);
}

interface IExtendedResolver {
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}

interface IRecords {
    function addr(bytes32 node) external view returns (address payable);
    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory);
    function name(bytes32 node) external view returns (string memory);
}

interface IERC165 {
    function supportsInterface(bytes4 id) external view returns (bool);
}

/// What a library is asked instead of the resolvers' own gateways; each query keeps its resolver as the sender, which is
/// what a gateway signs for. Libraries that know it answer `x-batch-gateway:true` themselves.
interface IBatchGateway {
    struct Query {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Query[] memory) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// Resolves a name, or the primary name of an address, in one call. Where a resolver's answer is to be had off the chain
/// (EIP-3668), this contract asks in its place: the caller's library only follows lookups of the contract it called.
contract EnsUniversalResolver {
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error ResolverNotFound(bytes name);
    error ResolverNotContract(bytes name, address resolver);
    error UnsupportedResolverProfile(bytes4 selector);
    error ResolverError(bytes errorData);
    error HttpError(uint16 status, string message);
    error InvalidBatchGatewayResponse();
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error EmptyAddress();
    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);

    struct Question {
        bytes name;
        bytes data;
        address resolver;
        /// Whether it takes the name whole (ENSIP-10).
        bool extended;
        /// The batch gateways that the caller wants asked.
        string[] gateways;
    }

    /// The fields of OffchainLookup.
    struct Lookup {
        address sender;
        string[] urls;
        bytes callData;
        bytes4 callback;
        bytes extraData;
    }

    /// What has to come back with the gateway's answer.
    struct Pending {
        Question question;
        bytes4 callback;
        bytes extraData;
        bytes context;
    }

    struct Reverse {
        bytes lookupAddress;
        uint256 coinType;
        string primary;
        address reverseResolver;
    }

    uint256 private constant ETHER = 60;

    IRegistry public immutable registry;

    constructor(IRegistry registry_) {
        registry = registry_;
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        Question memory question = _find(name, data, gateways);
        return (_ask(question, this.resolveCallback.selector, ""), question.resolver);
    }

    function resolveCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (bytes memory, address)
    {
        Pending memory pending = abi.decode(extraData, (Pending));
        return (_resume(pending, response, this.resolveCallback.selector), pending.question.resolver);
    }

    /// The primary name of an address. It is given only if it leads back to the address.
    function reverseWithGateways(bytes calldata lookupAddress, uint256 coinType, string[] calldata gateways)
        external
        view
        returns (string memory, address, address)
    {
        if (lookupAddress.length == 0) revert EmptyAddress();
        bytes memory name = _encode(_reverseName(lookupAddress, coinType));
        Question memory question = _find(name, abi.encodeCall(IRecords.name, (_namehash(name, 0))), gateways);
        Reverse memory reverse_ = Reverse(lookupAddress, coinType, "", question.resolver);
        bytes memory answer = _ask(question, this.reverseNameCallback.selector, abi.encode(reverse_));
        return _forward(answer, reverse_, gateways);
    }

    function reverseNameCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (string memory, address, address)
    {
        Pending memory pending = abi.decode(extraData, (Pending));
        bytes memory answer = _resume(pending, response, this.reverseNameCallback.selector);
        return _forward(answer, abi.decode(pending.context, (Reverse)), pending.question.gateways);
    }

    function reverseAddressCallback(bytes calldata response, bytes calldata extraData)
        external
        view
        returns (string memory, address, address)
    {
        Pending memory pending = abi.decode(extraData, (Pending));
        bytes memory answer = _resume(pending, response, this.reverseAddressCallback.selector);
        return _check(answer, abi.decode(pending.context, (Reverse)), pending.question.resolver);
    }

    /// From a primary name to its address.
    function _forward(bytes memory answer, Reverse memory reverse_, string[] memory gateways)
        private
        view
        returns (string memory, address, address)
    {
        reverse_.primary = abi.decode(answer, (string));
        if (bytes(reverse_.primary).length == 0) return ("", address(0), reverse_.reverseResolver);
        bytes memory name = _encode(bytes(reverse_.primary));
        bytes32 node = _namehash(name, 0);
        bytes memory data = reverse_.coinType == ETHER
            ? abi.encodeWithSignature("addr(bytes32)", node)
            : abi.encodeWithSignature("addr(bytes32,uint256)", node, reverse_.coinType);
        Question memory question = _find(name, data, gateways);
        bytes memory found = _ask(question, this.reverseAddressCallback.selector, abi.encode(reverse_));
        return _check(found, reverse_, question.resolver);
    }

    function _check(bytes memory answer, Reverse memory reverse_, address resolver)
        private
        pure
        returns (string memory, address, address)
    {
        bytes memory found = reverse_.coinType == ETHER
            ? abi.encodePacked(abi.decode(answer, (address)))
            : abi.decode(answer, (bytes));
        if (keccak256(found) != keccak256(reverse_.lookupAddress)) {
            revert ReverseAddressMismatch(reverse_.primary, found);
        }
        return (reverse_.primary, resolver, reverse_.reverseResolver);
    }

    /// The resolver of the name, or of the nearest name above it that has one; the node is the name's own.
    function findResolver(bytes memory name) public view returns (address resolver, bytes32 node, uint256 offset) {
        node = _namehash(name, 0);
        while (true) {
            resolver = registry.resolver(_namehash(name, offset));
            if (resolver != address(0)) return (resolver, node, offset);
            if (name[offset] == 0) return (address(0), node, offset);
            offset += 1 + uint8(name[offset]);
        }
    }

    function _find(bytes memory name, bytes memory data, string[] memory gateways)
        private
        view
        returns (Question memory question)
    {
        (address resolver,, uint256 offset) = findResolver(name);
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        question = Question(name, data, resolver, _takesWholeNames(resolver), gateways);
        if (offset != 0 && !question.extended) revert ResolverNotFound(name);
    }

    function _takesWholeNames(address resolver) private view returns (bool) {
        (bool ok, bytes memory out) = resolver.staticcall{gas: 30_000}(
            abi.encodeCall(IERC165.supportsInterface, (type(IExtendedResolver).interfaceId))
        );
        return ok && out.length == 32 && bytes32(out) == bytes32(uint256(1));
    }

    function _ask(Question memory question, bytes4 callback, bytes memory context)
        private
        view
        returns (bytes memory)
    {
        (bool ok, bytes memory out) = question.resolver.staticcall(
            question.extended
                ? abi.encodeCall(IExtendedResolver.resolve, (question.name, question.data))
                : question.data
        );
        return _settle(question, ok, out, callback, context);
    }

    function _resume(Pending memory pending, bytes memory response, bytes4 callback)
        private
        view
        returns (bytes memory)
    {
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures.length != 1 || responses.length != 1) revert InvalidBatchGatewayResponse();
        bytes memory answer = responses[0];
        if (failures[0]) {
            // HttpError or Error, as the gateway's failure was put.
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
        (bool ok, bytes memory out) = pending.question.resolver.staticcall(
            abi.encodeWithSelector(pending.callback, answer, pending.extraData)
        );
        return _settle(pending.question, ok, out, callback, pending.context);
    }

    /// The resolver's answer, or its lookup under this contract's name.
    function _settle(Question memory question, bool ok, bytes memory out, bytes4 callback, bytes memory context)
        private
        view
        returns (bytes memory)
    {
        if (ok) {
            if (question.extended) out = abi.decode(out, (bytes));
            if (out.length == 0) revert UnsupportedResolverProfile(bytes4(question.data));
            return out;
        }
        if (bytes4(out) != OffchainLookup.selector) revert ResolverError(out);
        Lookup memory lookup = _decodeLookup(out);
        if (lookup.sender != question.resolver) revert ResolverError(out);
        bytes memory pending = abi.encode(Pending(question, lookup.callback, lookup.extraData, context));
        IBatchGateway.Query[] memory queries = new IBatchGateway.Query[](1);
        queries[0] = IBatchGateway.Query(lookup.sender, lookup.urls, lookup.callData);
        bytes memory batch = abi.encodeCall(IBatchGateway.query, (queries));
        revert OffchainLookup(address(this), question.gateways, batch, callback, pending);
    }

    function _decodeLookup(bytes memory errorData) private pure returns (Lookup memory) {
        bytes memory fields = new bytes(errorData.length - 4);
        assembly ("memory-safe") {
            mcopy(add(fields, 32), add(errorData, 36), mload(fields))
        }
        // A struct by itself is encoded behind its offset.
        return abi.decode(abi.encodePacked(uint256(32), fields), (Lookup));
    }

    /// `<address>.addr.reverse`, or `<address>.<coin type>.reverse` (ENSIP-19).
    function _reverseName(bytes memory lookupAddress, uint256 coinType) private pure returns (bytes memory) {
        bytes memory digits = _hex(lookupAddress, 0);
        if (coinType == ETHER) return abi.encodePacked(digits, ".addr.reverse");
        if (coinType == 1 << 31) return abi.encodePacked(digits, ".default.reverse");
        bytes memory coin = abi.encodePacked(coinType);
        bytes memory padded = _hex(coin, 0);
        uint256 start;
        while (start < 63 && padded[start] == "0") start++;
        return abi.encodePacked(digits, ".", _hex(coin, start), ".reverse");
    }

    /// Lower-case digits from the given one on.
    function _hex(bytes memory raw, uint256 start) private pure returns (bytes memory digits) {
        digits = new bytes(2 * raw.length - start);
        for (uint256 i = 0; i < digits.length; i++) {
            uint8 pair = uint8(raw[(i + start) / 2]);
            digits[i] = bytes16("0123456789abcdef")[(i + start) % 2 == 0 ? pair >> 4 : pair & 15];
        }
    }

    /// A dotted name in DNS wire form.
    function _encode(bytes memory name) private pure returns (bytes memory dns) {
        dns = new bytes(name.length + 2);
        uint256 start;
        for (uint256 i = 0; i <= name.length; i++) {
            if (i < name.length && name[i] != ".") {
                dns[i + 1] = name[i];
                continue;
            }
            if (i == start || i - start > 255) revert DNSEncodingFailed(string(name));
            dns[start] = bytes1(uint8(i - start));
            start = i + 1;
        }
    }

    /// The node of the name that starts at `offset` (EIP-137).
    function _namehash(bytes memory name, uint256 offset) private pure returns (bytes32) {
        if (offset >= name.length) revert DNSDecodingFailed(name);
        uint256 length = uint8(name[offset]);
        if (length == 0) {
            if (offset + 1 != name.length) revert DNSDecodingFailed(name);
            return 0;
        }
        uint256 next = offset + 1 + length;
        if (next > name.length) revert DNSDecodingFailed(name);
        bytes32 label;
        assembly ("memory-safe") {
            label := keccak256(add(add(name, 33), offset), length)
        }
        return keccak256(abi.encodePacked(_namehash(name, next), label));
    }
}
