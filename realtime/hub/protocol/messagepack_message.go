package protocol

import (
	"bytes"

	"github.com/tinylib/msgp/msgp"
)

// The kinds of results of a completion in MessagePack.
const (
	resultError = 1
	resultVoid  = 2
	resultValue = 3
)

// message returns the message of the items.
func (p packed) message() (Message, error) {
	typ, err := p.number(0, memberType)
	if err != nil {
		return nil, err
	}
	switch typ {
	case typePing:
		return Ping{}, nil
	case typeClose:
		return p.close()
	case typeAck:
		id, err := p.number(1, memberSequenceID)
		return &Ack{SequenceID: id}, err
	case typeSequence:
		id, err := p.number(1, memberSequenceID)
		return &Sequence{SequenceID: id}, err
	}
	// All other messages have headers, which are ignored.
	if len(p) > 1 && msgp.NextType(p[1]) != msgp.MapType {
		return nil, invalid("The headers must be a map.")
	}
	switch typ {
	case typeInvocation:
		return p.invocation()
	case typeCompletion:
		return p.completion()
	case typeStreamItem:
		id, err := p.required(2, memberInvocationID)
		return &StreamItem{ID: id}, err
	case typeCancelInvocation:
		id, err := p.required(2, memberInvocationID)
		return &CancelInvocation{ID: id}, err
	case typeStreamInvocation:
		id, err := p.required(2, memberInvocationID)
		if err != nil {
			return nil, err
		}
		target, err := p.required(3, memberTarget)
		return &StreamInvocation{ID: id, Target: target}, err
	}
	return nil, unknownType(typ)
}

func (p packed) invocation() (Message, error) {
	id, err := p.text(2, memberInvocationID)
	if err != nil {
		return nil, err
	}
	target, err := p.required(3, memberTarget)
	if err != nil {
		return nil, err
	}
	arguments, err := p.array(4, memberArguments)
	if err != nil {
		return nil, err
	}
	m := &Invocation{ID: id, Target: target, Arguments: arguments}
	if len(p) > 5 && !msgp.IsNil(p[5]) {
		streams, err := p.array(5, memberStreamIDs)
		if err != nil {
			return nil, err
		}
		m.Streams = len(streams) > 0
	}
	return m, nil
}

func (p packed) completion() (Message, error) {
	id, err := p.required(2, memberInvocationID)
	if err != nil {
		return nil, err
	}
	kind, err := p.number(3, memberResult)
	if err != nil {
		return nil, err
	}
	m := &Completion{ID: id}
	switch kind {
	case resultVoid:
		return m, nil
	case resultError:
		m.Error, err = p.required(4, memberError)
		return m, err
	case resultValue:
		if len(p) < 5 {
			return nil, invalid("The member %s is missing.", memberResult)
		}
		m.HasResult = true
		m.Received = packedArguments{bytes.Clone(p[4])}
		return m, nil
	}
	return nil, invalid("There is no kind of result %d.", kind)
}

func (p packed) close() (Message, error) {
	problem, err := p.text(1, memberError)
	if err != nil {
		return nil, err
	}
	allow, err := p.flag(2, memberAllowReconnect)
	return &Close{Error: problem, AllowReconnect: allow}, err
}
