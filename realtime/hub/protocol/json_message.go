package protocol

import "math"

// message returns the message of the object.
func (o *jsonObject) message() (Message, error) {
	typ, err := o.number(memberType, math.MaxInt64)
	if err != nil {
		return nil, err
	}
	switch typ {
	case typeInvocation:
		return o.invocation()
	case typeCompletion:
		return o.completion()
	case typePing:
		return Ping{}, nil
	case typeClose:
		return o.close()
	case typeAck:
		id, err := o.number(memberSequenceID, math.MaxInt64)
		return &Ack{SequenceID: id}, err
	case typeSequence:
		id, err := o.number(memberSequenceID, math.MaxInt64)
		return &Sequence{SequenceID: id}, err
	case typeStreamItem:
		id, err := o.required(memberInvocationID)
		return &StreamItem{ID: id}, err
	case typeCancelInvocation:
		id, err := o.required(memberInvocationID)
		return &CancelInvocation{ID: id}, err
	case typeStreamInvocation:
		id, err := o.required(memberInvocationID)
		if err != nil {
			return nil, err
		}
		target, err := o.required(memberTarget)
		return &StreamInvocation{ID: id, Target: target}, err
	}
	return nil, unknownType(typ)
}

func unknownType(typ int64) error { return invalid("There is no message type %d.", typ) }

func (o *jsonObject) invocation() (Message, error) {
	id, err := o.text(memberInvocationID)
	if err != nil {
		return nil, err
	}
	target, err := o.required(memberTarget)
	if err != nil {
		return nil, err
	}
	arguments, err := o.array(memberArguments)
	if err != nil {
		return nil, err
	}
	m := &Invocation{ID: id, Target: target, Arguments: arguments}
	if !isNull(o.streamIDs) {
		streams, err := o.array(memberStreamIDs)
		if err != nil {
			return nil, err
		}
		m.Streams = len(streams) > 0
	}
	return m, nil
}

func (o *jsonObject) completion() (Message, error) {
	id, err := o.required(memberInvocationID)
	if err != nil {
		return nil, err
	}
	problem, err := o.text(memberError)
	if err != nil {
		return nil, err
	}
	m := &Completion{ID: id, Error: problem}
	if len(o.result) > 0 { // null is a result
		if problem != "" {
			return nil, invalid("A completion has a result or an error, not both.")
		}
		m.HasResult = true
		m.Received = jsonArguments{append([]byte(nil), o.result...)}
	}
	return m, nil
}

func (o *jsonObject) close() (Message, error) {
	problem, err := o.text(memberError)
	if err != nil {
		return nil, err
	}
	allow, err := o.flag(memberAllowReconnect)
	return &Close{Error: problem, AllowReconnect: allow}, err
}
